#include "renyi/inference/train.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "renyi/core/error.hpp"
#include "renyi/inference/minibatches.hpp"
#include "renyi/inference/train_step.hpp"

namespace renyi {
namespace {

using Clock = std::chrono::steady_clock;

template <class T>
class Run {
 public:
  Run(BasicObjective<T>& objective, BasicTrainState<T>& state, const TrainOptions& options,
      const BasicTrainHooks<T>& hooks)
      : objective_(objective),
        state_(state),
        options_(options),
        hooks_(hooks),
        batches_(objective.rows(), options.batch, options.seed),
        epochs_(options.epoch_count()),
        first_step_(state.step),
        seconds_before_(state.seconds),
        step_(objective, state, options_, hooks.pool) {
    require_sense();
    options_.batch = batches_.batch_size();
    constexpr std::int64_t enough = 1 << 16;
    if (hooks.keeps_history)
      state_.history.reserve(static_cast<std::size_t>(std::min(epochs_, enough)));
  }

  Ending to_end() {
    while (state_.epoch < epochs_) {
      if (is_out_of_patience()) return Ending::patience;
      step();
      if (!observers_agree()) return Ending::observer;
    }
    return Ending::finished;
  }

  double seconds_before() const { return seconds_before_; }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

 private:
  void require_sense() const {
    for (const VectorOf<T>* part :
         {&state_.parameters, &state_.adam.first, &state_.adam.second, &state_.average})
      if (part->size() != objective_.parameters())
        throw UsageError(fmt::format("train: expected a state of {} parameters, found {}",
                                     objective_.parameters(), part->size()));
    if (state_.step != state_.epoch * batches_.per_epoch() + state_.batch)
      throw UsageError(fmt::format(
          "train: expected a state of {} batches an epoch, found {} steps after {} epochs",
          batches_.per_epoch(), state_.step, state_.epoch));
    if (options_.patience > 0 && !hooks_.score)
      throw UsageError("patience: expected a validation score to go by, found none");
    if (hooks_.score && !hooks_.keeps_history)
      throw UsageError("train: expected a history where there is a validation score, found none");
    if (epochs_ > std::numeric_limits<std::uint32_t>::max() / batches_.per_epoch())
      throw UsageError(fmt::format("epochs: expected fewer than 2^32 steps, found {} times {}",
                                   epochs_, batches_.per_epoch()));
  }

  std::int64_t all_steps() const { return epochs_ * batches_.per_epoch(); }

  void step() {
    const auto epochs = static_cast<double>(epochs_), all = static_cast<double>(all_steps());
    const double within =
        static_cast<double>(state_.batch) / static_cast<double>(batches_.per_epoch());
    rate_ = learning_rate(options_.schedule, options_.learning_rate,
                          {.epoch = static_cast<double>(state_.epoch) + within, .epochs = epochs});
    const bool averages = static_cast<double>(state_.step) >= (1.0 - options_.averaging) * all;
    step_.take(batches_.rows(state_.epoch, state_.batch), rate_, averages);
    state_.seconds = seconds_before_ + seconds();
    if (state_.batch == batches_.per_epoch()) end_epoch();
  }

  void end_epoch() {
    state_.batch = 0;
    ++state_.epoch;
    if (!hooks_.keeps_history) return;
    state_.history.push_back({.epoch = state_.epoch,
                              .bound = state_.bound.mean,
                              .standard_error = state_.bound.standard_error(),
                              .effective_draws = state_.effective_draws.mean,
                              .learning_rate = rate_,
                              .validation_score = std::nullopt});
    if (!hooks_.score) return;
    const double score = hooks_.score(state_.current());
    state_.history.back().validation_score = score;
    if (std::isnan(score) || (state_.best && !(score > state_.best->score))) return;
    if (!state_.best) state_.best.emplace();
    state_.best->parameters = state_.current();
    state_.best->score = score;
    state_.best->epoch = state_.epoch;
  }

  bool is_out_of_patience() const {
    if (options_.patience == 0 || state_.batch > 0) return false;
    return state_.epoch - (state_.best ? state_.best->epoch : 0) >= options_.patience;
  }

  bool observers_agree() const {
    if (hooks_.observers.empty() && hooks_.processes.communicator == nullptr) return true;
    const bool ended = state_.batch == 0;
    const double so_far = seconds();
    Progress progress{.epoch = state_.epoch + (ended ? 0 : 1),
                      .epochs = epochs_,
                      .epoch_ended = ended,
                      .step = state_.step,
                      .steps = all_steps(),
                      .bound = state_.bound.mean,
                      .standard_error = state_.bound.standard_error(),
                      .effective_draws = state_.effective_draws.mean,
                      .validation_score = std::nullopt,
                      .seconds = so_far,
                      .seconds_left = so_far * static_cast<double>(all_steps() - state_.step) /
                                      static_cast<double>(state_.step - first_step_)};
    if (!state_.history.empty()) progress.validation_score = state_.history.back().validation_score;
    bool stops = false;
    for (const Observer& observer : hooks_.observers)
      stops = observer(progress) == Decision::stop || stops;
    // All processes take the same steps, so that what one of them notices ends it for all.
    Communicator* const others = hooks_.processes.communicator;
    return !(others == nullptr ? stops : others->any(stops));
  }

  BasicObjective<T>& objective_;
  BasicTrainState<T>& state_;
  TrainOptions options_;
  const BasicTrainHooks<T>& hooks_;
  Minibatches batches_;
  std::int64_t epochs_;
  std::int64_t first_step_;
  double seconds_before_;
  Clock::time_point begin_ = Clock::now();
  TrainStep<T> step_;
  double rate_ = 0.0;
};

}  // namespace

template <class T>
BasicFit<T> train(BasicObjective<T>& objective, BasicTrainState<T>& state,
                  const TrainOptions& options,
                  const std::type_identity_t<BasicTrainHooks<T>>& hooks) {
  options.validate();
  Run<T> run(objective, state, options, hooks);
  BasicFit<T> fit;
  fit.ending = run.to_end();
  fit.parameters = state.result();
  if (state.best) {
    fit.best_epoch = state.best->epoch;
    fit.best_score = state.best->score;
  }
  fit.history = state.history;
  fit.steps = state.step;
  fit.seconds = run.seconds();
  fit.seconds_before = run.seconds_before();
  return fit;
}

template <class T>
BasicFit<T> train(BasicObjective<T>& objective, const std::type_identity_t<VectorOf<T>>& start,
                  const TrainOptions& options,
                  const std::type_identity_t<BasicTrainHooks<T>>& hooks) {
  BasicTrainState<T> state = start_at<T>(start);
  return train(objective, state, options, hooks);
}

template BasicFit<float> train(BasicObjective<float>&, BasicTrainState<float>&, const TrainOptions&,
                               const BasicTrainHooks<float>&);
template BasicFit<float> train(BasicObjective<float>&, const VectorOf<float>&, const TrainOptions&,
                               const BasicTrainHooks<float>&);
template BasicFit<double> train(BasicObjective<double>&, BasicTrainState<double>&,
                                const TrainOptions&, const BasicTrainHooks<double>&);
template BasicFit<double> train(BasicObjective<double>&, const VectorOf<double>&,
                                const TrainOptions&, const BasicTrainHooks<double>&);

}  // namespace renyi
