#include "renyi/inference/settle.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "renyi/core/error.hpp"
#include "renyi/inference/iterate_blocks.hpp"
#include "renyi/inference/local_fit.hpp"
#include "renyi/inference/state_tensors.hpp"

namespace renyi {
namespace {

constexpr double stationary_r_hat = 1.1;
constexpr Index fewest_blocks = 16;
// Of processes that do the same work, on whether to stop.
constexpr std::int64_t steps_an_agreement = 10;

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

// Of a stage, from 0; the same bits as one stage after another has them.
double rate_of(const SettleOptions& options, std::ptrdiff_t stage) {
  double rate = options.learning_rate;
  for (; stage > 0; --stage) rate *= options.decay;
  return rate;
}

// All that the training is in the middle of.
struct SettlePosition {
  Settled result;
  TrainState state;
  IterateBlocks blocks;
  bool in_stage = false;
  std::int64_t first_step = 0;  // of the stage
  bool is_over = false;

  void begin_stage() {
    blocks.clear();
    first_step = state.step;
    in_stage = true;
  }

  void archive(StateArchive& archive, Index features) {
    result.archive(archive);
    archive("is_over", is_over);
    if (is_over) return;
    archive("in_stage", in_stage);
    archive("first_step", first_step);
    archive_state(state, archive);
    blocks.archive(archive, result.parameters.size(), features);
  }
};

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

void Settled::archive(StateArchive& archive) {
  archive("result", parameters);
  archive("settled", settled);
  archive("steps", steps);
  constexpr Index columns = 6;
  Matrix rows(archive.loads() ? 0 : std::ssize(stages), columns);
  for (Index i = 0; i < rows.rows(); ++i) {
    const auto& [rate, count, is_stationary, r_hat, change, bound] =
        stages[static_cast<std::size_t>(i)];
    rows.row(i) << rate, static_cast<double>(count), is_stationary ? 1.0 : 0.0, r_hat, change,
        bound;
  }
  archive("stages", rows);
  if (!archive.loads()) return;
  stages.clear();
  for (Index i = 0; i < rows.rows(); ++i)
    stages.push_back({.learning_rate = rows(i, 0),
                      .steps = static_cast<std::int64_t>(rows(i, 1)),
                      .is_stationary = rows(i, 2) != 0.0,
                      .r_hat = rows(i, 3),
                      .change = rows(i, 4),
                      .bound = rows(i, 5)});
}

Settled train_until_settled(Objective& objective, Family& family, const Vector& start,
                            const SettleOptions& options, TrainOptions train_options,
                            const SettleHooks& hooks) {
  options.validate();
  train_options.schedule = ConstantRate{};
  train_options.averaging = 0.0;
  train_options.patience = 0;
  SettlePosition at{.result = {.parameters = start},
                    .state = start_at<double>(start),
                    .blocks = IterateBlocks(
                        [&](const Vector& place) { return means_and_log_sds(family, place); })};
  Settled& result = at.result;
  Leg leg(hooks.legs, [&](StateArchive& archive) { at.archive(archive, 2 * family.dimension()); });
  bool stopped = at.is_over;
  while (!stopped && !result.settled && std::ssize(result.stages) < options.stages) {
    if (!at.in_stage) at.begin_stage();
    train_options.learning_rate = rate_of(options, std::ssize(result.stages));
    SettledStage stage{.learning_rate = train_options.learning_rate,
                       .change = std::numeric_limits<double>::infinity()};
    IterateBlocks::Window window;
    // Without noise R-hat says nothing, but steps of this size would have gone further than that.
    const double still =
        0.2 * options.tolerance * train_options.learning_rate / options.learning_rate;
    TrainHooks train_hooks{.keeps_history = false};
    train_hooks.observers.emplace_back([&](const Progress& progress) {
      for (const Observer& observer : hooks.observers)
        stopped |= observer(progress) == Decision::stop;
      const bool full = at.blocks.add(at.state.parameters, progress.bound);
      stage.steps = at.state.step - at.first_step;
      const bool last = stopped || stage.steps >= options.stage_steps;
      if (at.blocks.blocks() >= fewest_blocks ? full || last : last && at.blocks.blocks() >= 4) {
        window = at.blocks.window();
        stage.is_stationary = window.r_hat < stationary_r_hat || window.drift < still;
      }
      if (stage.is_stationary || last) return Decision::stop;
      leg.pause({}, steps_an_agreement);
      return Decision::go_on;
    });
    // The observer ends it.
    train_options.epochs = at.state.epoch + options.stage_steps + 1;
    train(objective, at.state, train_options, train_hooks);
    at.in_stage = false;
    if (window.parameters.size() == 0) break;  // stopped before anything could be said
    stage.r_hat = window.r_hat;
    stage.bound = window.value;
    if (!result.stages.empty())
      stage.change = change_between(family, result.parameters, window.parameters);
    result.settled = stage.is_stationary && stage.change < options.tolerance;
    result.parameters = window.parameters;
    at.state.parameters = window.parameters;
    result.stages.push_back(stage);
  }
  if (!at.is_over) result.steps = at.state.step;
  at.is_over = true;
  leg.end();
  return result;
}

}  // namespace renyi
