// `renyi fit bnn DATA`: a Bayesian neural network of a table, by the bound of any order.
#include <fmt/format.h>

#include <utility>

#include "cli/bnn_flags.hpp"
#include "cli/bnn_tables.hpp"
#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/make_command.hpp"
#include "cli/progress.hpp"
#include "renyi/core/error.hpp"
#include "renyi/core/safetensors.hpp"
#include "renyi/core/version.hpp"
#include "renyi/data/holdout.hpp"

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

void save(const BnnModel& model, const BnnFlags& flags, const BnnOptions& options) {
  if (flags.model.empty()) return;
  TensorFile file = model.save();
  file.metadata["renyi"] = version;
  file.metadata["alpha"] = options.train.alpha.to_string();
  write_safetensors(flags.model, file);
}

std::string where_saved(const BnnFlags& flags) {
  return flags.model.empty() ? "nothing is saved without --model"
                             : "the model so far is in " + flags.model;
}

class BnnRun {
 public:
  BnnRun(BnnFlags flags, const CommonOptions& common) : flags_(std::move(flags)), common_(common) {
    input_ = read_to_learn(flags_.table, flags_.encoding);
    Holdout parts{.kept = input_.rows};
    if (flags_.validate_share > 0.0)
      parts = hold_out(input_.rows, flags_.validate_share, common.seed, 0);
    encoding_ = learn_encoding(input_.table, parts.kept, flags_.encoding);
    learn_ = encode(encoding_, input_.table, parts.kept);
    validate_ = encode(encoding_, input_.table, parts.apart);
    options_ = flags_.options(learn_.targets.size(), common.seed);
    if (options_.train.batch > learn_.targets.size())
      common.hint(
          fmt::format("--batch {}: the table has {} rows to learn from; all of them are one batch",
                      options_.train.batch, learn_.targets.size()));
  }

  Report report() {
    const BnnFit fit = trained();
    save(model_of(fit.posterior), flags_, options_);
    InterruptGuard::rethrow(where_saved(flags_));
    Report report;
    report.data = {input_.source};
    report.tables = {bnn_table({.encoding = encoding_,
                                .options = options_,
                                .fit = fit,
                                .rows = learn_.targets.size(),
                                .validated = validate_.targets.size()})};
    report.figures = training_figures(fit.training.history);
    return report;
  }

 private:
  Likelihood likelihood() const {
    return flags_.noise == NoiseModel::constant ? Likelihood::gaussian
                                                : Likelihood::gaussian_two_heads;
  }
  Index outputs() const { return likelihood() == Likelihood::gaussian_two_heads ? 2 : 1; }

  BnnModel model_of(BnnPosterior posterior) const {
    return {
        encoding_, std::move(posterior), {.count = flags_.predictive_draws, .seed = common_.seed}};
  }

  BnnFit trained() {
    const Vector targets =
        (learn_.targets.array() - encoding_.target_mean) / encoding_.target_scale;
    TrainHooks hooks{
        .observers = {progress_observer(*common_.err, progress_style(*common_.err, common_.quiet)),
                      InterruptGuard::observer()}};
    const auto posterior = [&](const Vector& parameters) {
      return bnn_posterior(options_, likelihood(), learn_.features.cols(), outputs(), parameters);
    };
    if (validate_.targets.size() > 0)
      hooks.score = [&](const Vector& parameters) {
        return model_of(posterior(parameters))
            .log_densities(validate_.features, validate_.targets)
            .mean();
      };
    ThreadPool pool(common_.thread_count());
    TrainState state;
    try {
      return fit_bnn(options_, likelihood(), learn_.features, targets, outputs(), state, &pool,
                     hooks);
    } catch (const NumericalError& error) {
      if (state.step == 0) throw;
      save(model_of(posterior(state.result())), flags_, options_);
      throw NumericalError(fmt::format("{}; {}", error.what(), where_saved(flags_)));
    }
  }

  BnnFlags flags_;
  const CommonOptions& common_;
  TableInput input_ = {};
  TableEncoding encoding_ = {};
  EncodedRows learn_ = {}, validate_ = {};
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
           "  renyi fit bnn boston --split 0 --preset paper    # a folder with its own splits",
       .positional = {"data"},
       .file_out = "model"},
      common, [&common](const BnnFlags& flags) {
        const InterruptGuard guard;
        Report report;
        with_flags([&] { report = BnnRun(flags, common).report(); });
        return report;
      });
}

}  // namespace renyi::cli
