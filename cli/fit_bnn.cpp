// `renyi fit bnn DATA`: a Bayesian neural network of a table, by the bound of any order.
#include <fmt/format.h>

#include <utility>

#include "cli/bnn_flags.hpp"
#include "cli/bnn_tables.hpp"
#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/make_command.hpp"
#include "cli/model_file.hpp"
#include "cli/progress.hpp"
#include "cli/resume.hpp"
#include "cli/training_text.hpp"
#include "renyi/core/error.hpp"
#include "renyi/data/fingerprint.hpp"
#include "renyi/inference/bnn_task.hpp"
#include "renyi/inference/row_parts.hpp"

namespace renyi::cli {
namespace {

// Rows in the network's units; targets in those of the table too, to be scored by.
struct EncodedRows {
  Matrix features;
  Vector targets;
};

EncodedRows encode(const TableEncoding& encoding, const DataTable& table,
                   const std::vector<Index>& rows) {
  return {encode_features(encoding, table, rows), encode_target(encoding, table, rows)};
}

std::string data_fingerprint(std::initializer_list<const EncodedRows*> parts) {
  const auto bytes = [](const auto& numbers) {
    return std::string_view(reinterpret_cast<const char*>(numbers.data()),
                            static_cast<std::size_t>(numbers.size()) * sizeof(double));
  };
  Fingerprint fingerprint;
  for (const EncodedRows* part : parts) {
    fingerprint.add_cell(bytes(part->features));
    fingerprint.add_cell(bytes(part->targets));
    fingerprint.end_row();
  }
  return fingerprint.text();
}

class BnnRun {
 public:
  BnnRun(BnnFlags flags, const CommonOptions& common) : flags_(std::move(flags)), common_(common) {
    input_ = read_to_learn(flags_.table, flags_.encoding);
    const RowParts parts =
        part_rows(input_.rows, {.validate = flags_.validate_share, .conformal = flags_.conformal},
                  common.seed);
    encoding_ = learn_encoding(input_.table, parts.learn, flags_.encoding);
    learn_ = encode(encoding_, input_.table, parts.learn);
    validate_ = encode(encoding_, input_.table, parts.validate);
    calibrate_ = encode(encoding_, input_.table, parts.calibrate);
    task_ = bnn_task(encoding_, flags_.noise == NoiseModel::varying);
    require_sense();
    options_ = flags_.options(learn_.targets.size(), common.seed);
    if (options_.train.batch > learn_.targets.size())
      common.hint(
          fmt::format("--batch {}: the table has {} rows to learn from; all of them are one batch",
                      options_.train.batch, learn_.targets.size()));
  }

  Report report() {
    ResumableRun<double> run(flags_.run, flags_.model, identity(), common_);
    const BnnFit fit = trained(run);
    BnnModel model = model_of(fit.posterior);
    if (calibrate_.targets.size() > 0) {
      const Predictions predictions = model.predict(calibrate_.features, {});
      model.set_conformal(renyi::calibrate(predictions.mean, predictions.sd(), calibrate_.targets,
                                           flags_.conformal));
    }
    if (common_.is_first()) save_model(flags_.model, model.save(), options_.train.alpha);
    InterruptGuard::rethrow(where_saved(flags_.model, run.way_on()));
    Report report;
    report.data = {input_.source};
    report.tables = {bnn_table({.encoding = encoding_,
                                .options = options_,
                                .fit = fit,
                                .rows = learn_.targets.size(),
                                .validated = validate_.targets.size(),
                                .conformal = model.conformal()})};
    report.figures = training_figures(fit.training.history, "rows");
    run.add_communication(fit.training.steps, fit.training.seconds, report);
    return report;
  }

 private:
  void require_sense() const {
    const Vector& y = learn_.targets;
    const Place place{.file = flags_.table.data};
    if (y.size() < 2)
      throw DataError(place, "at least 2 rows to learn from", fmt::to_string(y.size()));
    if (encoding_.has_classes()) {
      if (flags_.conformal > 0.0)
        throw UsageError("conformal: expected a target of numbers, found classes");
    } else if (y.minCoeff() == y.maxCoeff()) {  // the noise would shrink for ever
      throw DataError(place, "a target that varies",
                      fmt::format("'{}' constant at {}", encoding_.target.name, y(0)));
    }
  }

  BnnModel model_of(BnnPosterior posterior) const {
    return {
        encoding_, std::move(posterior), {.count = flags_.predictive_draws, .seed = common_.seed}};
  }

  // Where the data are the same, so are the table, its rows and its columns; these options are
  // named all the same, as a person would.
  CheckpointIdentity identity() const {
    auto options = option_texts(options_, flags_.encoding);
    options["likelihood"] = to_string(task_.likelihood);
    options["split"] = fmt::to_string(flags_.table.split);
    options["validate"] = fmt::to_string(flags_.validate_share);
    options["conformal"] = fmt::to_string(flags_.conformal);
    return checkpoint_identity("bnn", options_.train, std::move(options),
                               data_fingerprint({&learn_, &validate_}));
  }

  BnnFit trained(ResumableRun<double>& run) {
    // Of classes, mean 0 and scale 1.
    const Vector targets =
        (learn_.targets.array() - encoding_.target_mean) / encoding_.target_scale;
    TrainHooks hooks{.observers = run.observers(), .processes = run.processes()};
    const auto posterior = [&](const Vector& parameters) {
      return bnn_posterior(options_, task_.likelihood, learn_.features.cols(), task_.outputs,
                           parameters);
    };
    if (validate_.targets.size() > 0)
      hooks.score = [&](const Vector& parameters) {
        return model_of(posterior(parameters))
            .log_densities(validate_.features, validate_.targets)
            .mean();
      };
    ThreadPool pool(common_.thread_count());
    try {
      BnnFit fit = fit_bnn(options_, task_.likelihood, learn_.features, targets, task_.outputs,
                           run.state(), &pool, hooks);
      run.finish();
      InterruptGuard::note_end(fit.training.ending);
      return fit;
    } catch (const NumericalError& error) {
      if (run.state().step == 0) throw;
      if (common_.is_first())
        save_model(flags_.model, model_of(posterior(run.state().result())).save(),
                   options_.train.alpha);
      throw NumericalError(fmt::format("{}; {}", error.what(), where_saved(flags_.model)));
    }
  }

  BnnFlags flags_;
  const CommonOptions& common_;
  TableInput input_ = {};
  TableEncoding encoding_ = {};
  EncodedRows learn_ = {}, validate_ = {}, calibrate_ = {};
  BnnTask task_ = {};
  BnnOptions options_ = {};
};

}  // namespace

Command fit_bnn_command(CommonOptions& common) {
  return make_command<BnnFlags>(
      {.name = "bnn",
       .description = "Bayesian neural network: predictions with their uncertainty, at any order",
       .footer =
           "Columns of words become one column a category; missing cells are refused unless "
           "--impute mean.\n"
           "Examples:\n"
           "  renyi fit bnn flats.csv --target rent --model flats.safetensors\n"
           "  renyi fit bnn flats.csv --target rent --alpha 0 --hidden 50,50 --validate 0.1\n"
           "  renyi fit bnn boston --split 0 --preset paper    # a folder with its own splits\n"
           "  renyi fit bnn flats.csv --target rent --model flats.safetensors --resume",
       .positional = {"data"},
       .file_out = "model",
       .with_others = true},
      common, [&common](const BnnFlags& flags) {
        const InterruptGuard guard;
        Report report;
        with_flags([&] { report = BnnRun(flags, common).report(); });
        return report;
      });
}

}  // namespace renyi::cli
