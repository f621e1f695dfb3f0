#include "experiments/step_timing.hpp"

#include <algorithm>
#include <limits>

namespace renyi {
namespace {

constexpr Index steps = 20, epochs = 8;

// The least time from one end of an epoch to the next.
class EpochTimer {
 public:
  Observer observer() {
    return [this](const Progress& progress) {
      if (!progress.epoch_ended) return Decision::go_on;
      if (progress.epoch > 1) least_ = std::min(least_, progress.seconds - last_);
      last_ = progress.seconds;
      return Decision::go_on;
    };
  }
  double seconds_a_step() const { return least_ / static_cast<double>(steps); }

 private:
  double last_ = 0.0, least_ = std::numeric_limits<double>::infinity();
};

}  // namespace

double time_vae_step(VaeOptions options, Index pixels, ThreadPool& pool, Communicator* others) {
  options.train.epochs = epochs;
  options.train.schedule = ConstantRate{};
  MatrixF images(steps * options.train.batch, pixels);
  fill_uniform({.seed = 1, .purpose = Purpose::data}, {}, images);
  EpochTimer timer;
  BasicTrainState<float> state;
  fit_vae(options, images, state, &pool,
          {.observers = {timer.observer()}, .processes = {.communicator = others}});
  return timer.seconds_a_step();
}

double time_bnn_step(BnnOptions options, Index inputs, ThreadPool& pool, Communicator* others) {
  options.train.epochs = epochs;
  options.train.schedule = ConstantRate{};
  Matrix features(steps * options.train.batch, inputs);
  fill_normal({.seed = 1, .purpose = Purpose::data}, {}, features);
  const Vector targets = features.col(0);
  EpochTimer timer;
  TrainState state;
  fit_bnn(options, Likelihood::gaussian, features, targets, 1, state, &pool,
          {.observers = {timer.observer()}, .processes = {.communicator = others}});
  return timer.seconds_a_step();
}

}  // namespace renyi
