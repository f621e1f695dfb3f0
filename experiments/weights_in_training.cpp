#include "experiments/weights_in_training.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "experiments/median.hpp"
#include "renyi/inference/minibatches.hpp"
#include "renyi/inference/vae_objective.hpp"

namespace renyi {

double WeightSummary::log_ratio_of_mean() const {
  return std::log(largest(0)) - std::log1p(-largest(0));
}

WeightSummary summarise_weights(const Matrix& log_weights) {
  WeightSummary summary{.largest = Vector::Zero(log_weights.rows())};
  std::vector<double> log_ratios;
  for (Index i = 0; i < log_weights.cols(); ++i) {
    Vector sorted = log_weights.col(i);
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    // In logarithms: what the largest leaves may be too small for 1 - w_max to tell.
    const auto others = sorted.tail(sorted.size() - 1).array();
    const double log_others = others(0) + std::log((others - others(0)).exp().sum());
    log_ratios.push_back(sorted(0) - log_others);
    summary.mean_log_ratio += log_ratios.back();
    const Vector weights = (sorted.array() - sorted(0)).exp();
    summary.largest += weights / weights.sum();
  }
  const auto count = static_cast<double>(log_weights.cols());
  summary.mean_log_ratio /= count;
  summary.largest /= count;
  summary.median_log_ratio = median(std::move(log_ratios));
  return summary;
}

std::optional<std::vector<WeightsAtStep>> weights_in_training(const WeightsRun& run,
                                                              const MatrixF& images,
                                                              ThreadPool& pool,
                                                              const VaeJobHooks& hooks) {
  VaeOptions options = run.fit;
  const std::int64_t batches = (images.rows() + options.train.batch - 1) / options.train.batch;
  options.train.epochs = (run.steps + batches - 1) / batches;
  const VaeSpec spec = vae_model(options, images.cols(), {}).spec;
  VaeObjective<float> objective(spec, images, options.treatment.binarise, &pool);
  // Another seed than that of training, which has the same purposes.
  const std::uint64_t seed = options.train.seed + 1;
  Minibatches some(images.rows(), run.images, seed);
  BasicTrainState<float> state;
  std::vector<WeightsAtStep> records;
  Matrix log_weights;
  bool stopped = false;
  const Observer record = [&](const Progress& progress) {
    if (hooks.progress) hooks.progress({.training = progress});
    if (progress.step == 1 || progress.step % run.every == 0) {
      objective.draw(state.parameters, some.rows(progress.step, 0), options.train.draws,
                     {seed, Purpose::draws, static_cast<std::uint32_t>(progress.step)},
                     log_weights);
      records.push_back({progress.step, summarise_weights(log_weights)});
    }
    stopped = hooks.stop && hooks.stop();
    return stopped || progress.step == run.steps ? Decision::stop : Decision::go_on;
  };
  fit_vae(options, images, state, &pool, {.observers = {record}});
  if (stopped) return std::nullopt;
  return records;
}

}  // namespace renyi
