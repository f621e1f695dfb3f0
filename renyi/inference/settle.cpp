#include "renyi/inference/settle.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "renyi/core/error.hpp"
#include "renyi/inference/iterate_blocks.hpp"
#include "renyi/inference/local_fit.hpp"

namespace renyi {
namespace {

constexpr double stationary_r_hat = 1.1;
constexpr Index fewest_blocks = 16;

Vector means_and_log_sds(Family& family, const Vector& parameters) {
  family.set(parameters);
  Vector features(2 * family.dimension());
  features << family.mean(), family.sd().array().log().matrix();
  return features;
}

double change_between(Family& family, const Vector& before, const Vector& after) {
  family.set(before);
  const Vector mean = family.mean(), sd = family.sd();
  family.set(after);
  return moment_change(mean, sd, family.mean(), family.sd());
}

}  // namespace

void SettleOptions::validate() const {
  const auto require = [](bool holds, const char* field, const char* expected, double found) {
    if (!holds) throw UsageError(fmt::format("{}: expected {}, found {}", field, expected, found));
  };
  require(learning_rate > 0.0 && std::isfinite(learning_rate), "learning-rate", "a positive number",
          learning_rate);
  require(decay > 0.0 && decay < 1.0, "decay", "a number between 0 and 1", decay);
  require(tolerance > 0.0, "tolerance", "a positive number", tolerance);
  require(stages >= 1, "stages", "1 or more", static_cast<double>(stages));
  require(stage_steps >= 1, "stage-steps", "1 or more", static_cast<double>(stage_steps));
}

Settled train_until_settled(Objective& objective, Family& family, const Vector& start,
                            const SettleOptions& options, TrainOptions train_options,
                            const std::vector<Observer>& observers, ThreadPool* pool) {
  options.validate();
  train_options.schedule = ConstantRate{};
  train_options.learning_rate = options.learning_rate;
  train_options.averaging = 0.0;
  train_options.patience = 0;
  Settled result{.parameters = start};
  TrainState state = start_at<double>(start);
  bool stopped = false;
  while (!stopped && !result.settled && std::ssize(result.stages) < options.stages) {
    IterateBlocks blocks([&](const Vector& at) { return means_and_log_sds(family, at); });
    SettledStage stage{.learning_rate = train_options.learning_rate,
                       .change = std::numeric_limits<double>::infinity()};
    IterateBlocks::Window window;
    const std::int64_t first_step = state.step;
    // Without noise R-hat says nothing, but steps of this size would have gone further than that.
    const double still =
        0.2 * options.tolerance * train_options.learning_rate / options.learning_rate;
    BasicTrainHooks<double> hooks{.pool = pool};
    hooks.observers.emplace_back([&](const Progress& progress) {
      for (const Observer& observer : observers) stopped |= observer(progress) == Decision::stop;
      const bool full = blocks.add(state.parameters, progress.bound);
      stage.steps = state.step - first_step;
      const bool last = stopped || stage.steps >= options.stage_steps;
      if (blocks.blocks() >= fewest_blocks ? full || last : last && blocks.blocks() >= 4) {
        window = blocks.window();
        stage.is_stationary = window.r_hat < stationary_r_hat || window.drift < still;
      }
      return stage.is_stationary || last ? Decision::stop : Decision::go_on;
    });
    train_options.epochs = state.epoch + options.stage_steps + 1;  // the observer ends it
    train(objective, state, train_options, hooks);
    if (window.parameters.size() == 0) break;  // stopped before anything could be said
    stage.r_hat = window.r_hat;
    stage.bound = window.value;
    if (!result.stages.empty())
      stage.change = change_between(family, result.parameters, window.parameters);
    result.settled = stage.is_stationary && stage.change < options.tolerance;
    result.parameters = window.parameters;
    state.parameters = window.parameters;
    result.stages.push_back(stage);
    train_options.learning_rate *= options.decay;
  }
  result.steps = state.step;
  return result;
}

}  // namespace renyi
