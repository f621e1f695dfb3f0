// `renyi fit bnn DATA`: a Bayesian neural network of a table, by the bound of any order.
#include <fmt/format.h>

#include <utility>

#include "cli/bnn_flags.hpp"
#include "cli/bnn_tables.hpp"
#include "cli/commands.hpp"
#include "cli/interrupt.hpp"
#include "cli/make_command.hpp"
#include "cli/progress.hpp"
#include "cli/training_text.hpp"
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

// Which rows are for what.
struct Parts {
  std::vector<Index> learn = {}, validate = {}, calibrate = {};
};

Parts parts_of(const std::vector<Index>& rows, const BnnFlags& flags, std::uint64_t seed) {
  constexpr double to_calibrate = 0.2;
  Parts parts{.learn = rows};
  const auto set_apart = [&](double share, std::uint32_t step, std::vector<Index>& part) {
    if (share == 0.0) return;
    Holdout split = hold_out(parts.learn, share, seed, step);
    parts.learn = std::move(split.kept);
    part = std::move(split.apart);
  };
  set_apart(flags.conformal > 0.0 ? to_calibrate : 0.0, 1, parts.calibrate);
  set_apart(flags.validate_share, 0, parts.validate);
  if (flags.conformal > 0.0 && std::ssize(parts.calibrate) < conformal_rows(flags.conformal))
    throw UsageError(
        fmt::format("--conformal: expected a level that {} rows, a fifth, can be calibrated to, "
                    "found {}, which takes {}",
                    parts.calibrate.size(), flags.conformal, conformal_rows(flags.conformal)));
  return parts;
}

class BnnRun {
 public:
  BnnRun(BnnFlags flags, const CommonOptions& common) : flags_(std::move(flags)), common_(common) {
    input_ = read_to_learn(flags_.table, flags_.encoding);
    const Parts parts = parts_of(input_.rows, flags_, common.seed);
    encoding_ = learn_encoding(input_.table, parts.learn, flags_.encoding);
    learn_ = encode(encoding_, input_.table, parts.learn);
    validate_ = encode(encoding_, input_.table, parts.validate);
    calibrate_ = encode(encoding_, input_.table, parts.calibrate);
    require_sense();
    options_ = flags_.options(learn_.targets.size(), common.seed);
    if (options_.train.batch > learn_.targets.size())
      common.hint(
          fmt::format("--batch {}: the table has {} rows to learn from; all of them are one batch",
                      options_.train.batch, learn_.targets.size()));
  }

  Report report() {
    const BnnFit fit = trained();
    BnnModel model = model_of(fit.posterior);
    if (calibrate_.targets.size() > 0) {
      const Predictions predictions = model.predict(calibrate_.features, {});
      model.set_conformal(renyi::calibrate(predictions.mean, predictions.sd(), calibrate_.targets,
                                           flags_.conformal));
    }
    save(model, flags_, options_);
    InterruptGuard::rethrow(where_saved(flags_));
    Report report;
    report.data = {input_.source};
    report.tables = {bnn_table({.encoding = encoding_,
                                .options = options_,
                                .fit = fit,
                                .rows = learn_.targets.size(),
                                .validated = validate_.targets.size(),
                                .conformal = model.conformal()})};
    report.figures = training_figures(fit.training.history, "rows");
    return report;
  }

 private:
  void require_sense() const {
    const Vector& y = learn_.targets;
    const Place place{.file = flags_.table.data};
    if (y.size() < 2)
      throw DataError(place, "at least 2 rows to learn from", fmt::to_string(y.size()));
    if (encoding_.has_classes()) {
      if (flags_.noise == NoiseModel::varying)
        throw UsageError("noise: expected a target of numbers, found classes");
      if (flags_.conformal > 0.0)
        throw UsageError("conformal: expected a target of numbers, found classes");
    } else if (y.minCoeff() == y.maxCoeff()) {  // the noise would shrink for ever
      throw DataError(place, "a target that varies",
                      fmt::format("'{}' constant at {}", encoding_.target.name, y(0)));
    }
  }

  Likelihood likelihood() const {
    if (encoding_.has_classes())
      return encoding_.classes().size() == 2 ? Likelihood::bernoulli : Likelihood::categorical;
    return flags_.noise == NoiseModel::constant ? Likelihood::gaussian
                                                : Likelihood::gaussian_two_heads;
  }
  Index outputs() const {
    if (likelihood() == Likelihood::categorical) return std::ssize(encoding_.classes());
    return likelihood() == Likelihood::gaussian_two_heads ? 2 : 1;
  }

  BnnModel model_of(BnnPosterior posterior) const {
    return {
        encoding_, std::move(posterior), {.count = flags_.predictive_draws, .seed = common_.seed}};
  }

  BnnFit trained() {
    // Of classes, mean 0 and scale 1.
    const Vector targets =
        (learn_.targets.array() - encoding_.target_mean) / encoding_.target_scale;
    TrainHooks hooks{.observers = {InterruptGuard::observer()}};
    if (common_.err != nullptr)
      hooks.observers.push_back(
          progress_observer(*common_.err, progress_style(*common_.err, common_.quiet)));
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
  EncodedRows learn_ = {}, validate_ = {}, calibrate_ = {};
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
