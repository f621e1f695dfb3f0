#include "renyi/inference/fit_bnn.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "renyi/core/error.hpp"
#include "renyi/inference/bnn_row_shards.hpp"

namespace renyi {
namespace {

BnnSpec spec_of(const BnnOptions& options, Likelihood likelihood, Index inputs, Index outputs) {
  return {.network = {.inputs = inputs,
                      .hidden = options.hidden,
                      .outputs = outputs,
                      .activation = options.activation},
          .likelihood = likelihood,
          .family = {.parameterisation = options.parameterisation, .prior_sd = options.prior_sd},
          .grouping = options.grouping,
          .kl = options.kl};
}

template <class AnyObjective>
BnnFit train_bnn(const BnnOptions& options, Likelihood likelihood, Index inputs, Index outputs,
                 AnyObjective&& objective, TrainState& state, ThreadPool* pool,
                 const TrainHooks& hooks) {
  if (state.parameters.size() == 0) state = start_at(objective.start(options.train.seed));
  TrainHooks all_hooks = hooks;
  if (all_hooks.pool == nullptr) all_hooks.pool = pool;
  Fit training = train(objective, state, options.train, all_hooks);
  BnnPosterior posterior = bnn_posterior(options, likelihood, inputs, outputs, training.parameters);
  return {std::move(posterior), std::move(training)};
}

// Inputs, and the target behind them.
MatrixF joined(const ConstMatrixRef& features, const ConstVectorRef& targets) {
  MatrixF rows(features.rows(), features.cols() + 1);
  rows.leftCols(features.cols()) = features.cast<float>();
  rows.col(features.cols()) = targets.cast<float>();
  return rows;
}

}  // namespace

BnnOptions BnnOptions::paper(Alpha alpha) {
  BnnOptions options;
  options.kl = alpha.is_vi() ? KlTerm::exact : KlTerm::sampled;
  options.train.alpha = alpha;
  options.train.draws = 100;
  options.train.batch = 32;
  options.train.epochs = 500;
  options.train.learning_rate = 1e-3;
  return options;
}

void BnnOptions::validate() const {
  for (const Index units : hidden)
    if (units < 1)
      throw UsageError(fmt::format("hidden: expected at least 1 unit a layer, found {}", units));
  if (row_shards < 1)
    throw UsageError(fmt::format("row-shards: expected at least 1, found {}", row_shards));
  if (!(prior_sd > 0.0 && prior_sd < 1e100))
    throw UsageError(fmt::format("prior-sd: expected a positive number, found {}", prior_sd));
  if (kl == KlTerm::exact && !train.alpha.is_vi())
    throw UsageError(
        fmt::format("kl: expected sampled unless alpha is 1, found exact at alpha = {}",
                    train.alpha.to_string()));
  if (kl == KlTerm::exact && grouping == Grouping::row)
    throw UsageError("kl: expected sampled where every row has its own bound, found exact");
  train.validate();
}

BnnPosterior bnn_posterior(const BnnOptions& options, Likelihood likelihood, Index inputs,
                           Index outputs, const Vector& parameters) {
  const BnnSpec spec = spec_of(options, likelihood, inputs, outputs);
  const Index weights = NetworkLayout(spec.network).parameters();
  BnnPosterior posterior{.network = spec.network,
                         .likelihood = likelihood,
                         .mean = Vector(weights),
                         .sd = Vector(weights)};
  spec.family.moments(parameters.head(2 * weights), posterior.mean, posterior.sd);
  if (has_noise_level(likelihood)) posterior.log_variance = parameters(2 * weights);
  return posterior;
}

BnnFit fit_bnn(const BnnOptions& options, Likelihood likelihood, const ConstMatrixRef& features,
               const ConstVectorRef& targets, Index outputs, TrainState& state, ThreadPool* pool,
               const TrainHooks& hooks) {
  options.validate();
  if (options.row_shards > 1)
    return fit_bnn(options, likelihood, joined(features, targets), outputs, state, pool, hooks);
  return train_bnn(options, likelihood, features.cols(), outputs,
                   BnnObjective<float>(spec_of(options, likelihood, features.cols(), outputs),
                                       features, targets, pool, hooks.processes),
                   state, pool, hooks);
}

BnnFit fit_bnn(const BnnOptions& options, Likelihood likelihood, const RowsView& rows,
               Index outputs, TrainState& state, ThreadPool* pool, const TrainHooks& hooks) {
  options.validate();
  const Index inputs = rows.cols() - 1;
  const BnnSpec spec = spec_of(options, likelihood, inputs, outputs);
  const auto train = [&](auto&& objective) {
    return train_bnn(options, likelihood, inputs, outputs, objective, state, pool, hooks);
  };
  if (options.row_shards > 1)
    return train(BnnRowShards<float>(spec, rows, options.row_shards, pool, hooks.processes));
  return train(BnnObjective<float>(spec, rows, pool, hooks.processes));
}

}  // namespace renyi
