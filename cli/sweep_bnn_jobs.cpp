// The fits of a sweep of Bayesian neural networks.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

#include "cli/bnn_run.hpp"
#include "cli/model_file.hpp"
#include "cli/sweep_checkpoint.hpp"
#include "cli/sweep_jobs.hpp"
#include "cli/sweep_options.hpp"
#include "cli/sweep_result.hpp"
#include "renyi/data/data_folder.hpp"
#include "renyi/data/fingerprint.hpp"
#include "renyi/inference/row_parts.hpp"
#include "renyi/nn/network_layout.hpp"

namespace renyi::cli {
namespace {

struct SweepTable {
  EncodingOptions encoding = {};  // with the columns that a folder names
  TableInput input = {};
  std::optional<TableInput> test = {};
  std::string fingerprint = {};
};

void add_rows(Fingerprint& fingerprint, const TableInput& input) {
  fingerprint.add_cell(input.table.fingerprint);
  for (const Index row : input.rows) fingerprint.add_cell(fmt::to_string(row));
  fingerprint.end_row();
}

SweepTable read_sweep_table(const SweepPlan& plan, BnnFlags flags, std::uint64_t seed) {
  SweepTable data;
  data.input = read_to_learn(flags.table, flags.encoding);
  data.encoding = flags.encoding;
  const BnnRun run(flags, data.input, seed);  // refuses what cannot be learned from
  TableFlags test = flags.table;
  const bool has_split = flags.table.split >= 0;
  if (plan.test) {
    if (has_split)
      refuse_at(plan.test->place, "a split, which has its own test rows, or another test", "both");
    test.data = plan.test->text;
  }
  if (plan.test || has_split) data.test = read_to_predict(test, run.encoding(), true);
  Fingerprint fingerprint;
  add_rows(fingerprint, data.input);
  if (data.test) add_rows(fingerprint, *data.test);
  data.fingerprint = fingerprint.text();
  return data;
}

// Folders whose splits nobody has asked for.
std::vector<std::string> hints_at_splits(const SweepPlan& plan) {
  const bool has_option = std::ranges::count(plan.options, "split", &SweepOption::name) > 0;
  if (has_option || plan.test) return {};
  std::vector<std::string> hints;
  for (const SweepValue& data : plan.data)
    if (is_folder(data.text) && has_split(data.text, 0))
      hints.push_back(
          fmt::format("{} has splits into rows to learn from and to test on, which the "
                      "option split asks for; without it all rows are learned from, "
                      "and nothing is tested",
                      data.text));
  return hints;
}

class BnnSweep {
 public:
  explicit BnnSweep(const SweepPlan& plan) : plan_(plan) {}

  Job job(const SweepCase& one) {
    BnnFlags flags;
    flags.table.data = plan_.data[one.data].text;
    for (std::size_t i = 0; i < plan_.options.size(); ++i)
      set_option(flags, plan_.options[i].name, one.values[i]);
    flags.validate();
    const auto data = table_of(flags, one.seed);
    flags.encoding = data->encoding;
    const auto rows = std::ssize(
        part_rows(data->input.rows,
                  {.validate = flags.validate_share, .conformal = flags.conformal}, one.seed)
            .learn);
    const BnnOptions options = flags.options(rows, one.seed);
    Job job{.key = {.name = one.name,
                    .options = sweep_options_json(SweepKind::bnn, options_of(flags),
                                                  options_of(options, options.train)),
                    .seed = one.seed,
                    .fingerprint = data->fingerprint},
            .labels = sweep_labels(plan_, one, sources_of(*data)),
            .work = work_of(options, rows, std::ssize(data->input.table.columns))};
    const SweepFiles files{sweep_model_path(plan_, one), sweep_checkpoint(plan_, job.key)};
    job.run = [flags, data, seed = one.seed, files](const StopRequest& stop) {
      return fit(flags, *data, seed, files, stop);
    };
    job.clean_up = [files] { remove_checkpoint(files.checkpoint); };
    return job;
  }

  std::vector<DataSource> sources() const {
    std::vector<DataSource> sources;
    for (const auto& [name, data] : tables_)
      for (DataSource& source : sources_of(*data)) sources.push_back(std::move(source));
    return each_once(std::move(sources));
  }

 private:
  static std::vector<DataSource> sources_of(const SweepTable& data) {
    std::vector<DataSource> sources = {data.input.source};
    if (data.test) sources.push_back(data.test->source);
    return sources;
  }

  // Cases that differ in other options share it.
  std::shared_ptr<const SweepTable> table_of(const BnnFlags& flags, std::uint64_t seed) {
    std::string name;
    for (const auto& [option, text] : option_texts(flags.table, flags.encoding))
      name += fmt::format("{}={}\n", option, text);
    EncodingOptions::describe_task(flags.encoding, [&](const char*, const auto& value, auto&&...) {
      name += field_text(write_field(value));
    });
    auto& table = tables_[name];
    if (!table) table = std::make_shared<SweepTable>(read_sweep_table(plan_, flags, seed));
    return table;
  }

  // Multiplications, roughly.
  static double work_of(const BnnOptions& options, Index rows, Index inputs) {
    const NetworkLayout layout({.inputs = inputs, .hidden = options.hidden, .outputs = 1});
    return static_cast<double>(layout.parameters() * rows) *
           static_cast<double>(options.train.epoch_count() * options.train.draws);
  }

  static std::optional<JobResult> fit(const BnnFlags& flags, const SweepTable& data,
                                      std::uint64_t seed, const SweepFiles& files,
                                      const StopRequest& stop) {
    const BnnRun run(flags, data.input, seed);
    const BnnFit fit = train_from_checkpoint<double>(run, files.checkpoint, stop);
    if (fit.training.ending == Ending::observer) return std::nullopt;
    JobResult result = training_result(fit.training);
    const BnnModel model = run.model(fit.posterior);
    if (data.test) {
      const EncodedRows rows = encode_rows(model.encoding(), data.test->table, data.test->rows);
      result.metrics.merge(table_metrics(model, rows.features, rows.targets));
    }
    if (!files.model.empty()) save_model(files.model, model.save(), run.options().train.alpha);
    return result;
  }

  const SweepPlan& plan_;
  std::map<std::string, std::shared_ptr<const SweepTable>> tables_;
};

}  // namespace

SweepJobs sweep_bnn_jobs(const SweepPlan& plan, const std::vector<SweepCase>& cases) {
  BnnSweep sweep(plan);
  SweepJobs all;
  for (const SweepCase& one : cases) with_places(plan, [&] { all.jobs.push_back(sweep.job(one)); });
  all.sources = sweep.sources();
  all.hints = hints_at_splits(plan);
  return all;
}

}  // namespace renyi::cli
