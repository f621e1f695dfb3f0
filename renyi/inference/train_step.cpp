#include "renyi/inference/train_step.hpp"

#include <fmt/format.h>

#include <cmath>

#include "renyi/core/error.hpp"
#include "renyi/core/subnormals.hpp"

namespace renyi {

template <class T>
TrainStep<T>::TrainStep(BasicObjective<T>& objective, BasicTrainState<T>& state,
                        const TrainOptions& options, ThreadPool* pool)
    : objective_(objective),
      state_(state),
      options_(options),
      sweep_(state.parameters.size(), pool),
      before_(state.parameters.size()) {}

template <class T>
void TrainStep<T>::take(std::span<const Index> rows, double rate, bool averages) {
  const FlushSubnormals flush(std::is_same_v<T, float>);  // a dead unit's moments too
  evaluate(rows);
  clip();
  // Where the gradient stood, which nobody needs again: three arrays of parameters in turn, with
  // the gradient's a fourth, would be so much more for the caches to hold.
  VectorOf<T>& after = gradient_.sum.memory();
  const auto [finite_squares, finite_parameters] =
      sweep_.adam(options_.adam, rate, gradient_.sum, state_.adam, state_.parameters, after);
  if (!finite_squares) {
    evaluate(rows);  // the same bits once more, to say what was wrong with them
    fail_by_gradient();
  }
  count(std::ssize(rows));
  // Of parameters that have just proved good, so that a step into the void is never in it.
  if (averages) sweep_.add_to_average(state_.parameters, ++state_.averaged, state_.average);
  before_.swap(state_.parameters);
  state_.parameters.swap(after);
  has_moved_ = true;
  if (!finite_parameters) fail("parameters: expected numbers, found others");
  ++state_.step;
  ++state_.batch;
}

template <class T>
void TrainStep<T>::evaluate(std::span<const Index> rows) {
  try {
    sum_minibatch_gradient(objective_, options_, state_.parameters, rows,
                           static_cast<std::uint32_t>(state_.step), gradient_);
  } catch (const NumericalError& error) {
    fail(error.what());
  }
}

template <class T>
void TrainStep<T>::clip() {
  if (options_.clip == 0.0) return;
  VectorOf<T>& gradient = gradient_.sum.collect();
  const double norm = sweep_.norm(gradient);
  if (!std::isfinite(norm)) fail_by_gradient();
  if (norm > options_.clip) sweep_.multiply(options_.clip / norm, gradient);
}

template <class T>
void TrainStep<T>::count(Index rows) {
  if (state_.batch == 0) state_.bound = state_.effective_draws = {};
  state_.bound.add(objective_.reported(gradient_.value, rows));
  state_.effective_draws.add(gradient_.effective_draws);
}

template <class T>
void TrainStep<T>::fail_by_gradient() {
  try {
    require_finite_squares(objective_, gradient_.sum.collect());
  } catch (const NumericalError& error) {
    fail(error.what());
  }
  fail("gradient: expected a finite length, found an infinite one");
}

// Leaves the parameters from before the step that led here.
template <class T>
void TrainStep<T>::fail(const std::string& what) {
  std::string message =
      fmt::format("step {} (epoch {}): {}", state_.step + 1, state_.epoch + 1, what);
  if (has_moved_) {
    Index most = 0;
    for (Index i = 0; i < before_.size(); ++i)
      if (!(std::abs(state_.parameters(i) - before_(i)) <=
            std::abs(state_.parameters(most) - before_(most))))
        most = i;
    message += fmt::format("; the last change was largest in {}, from {:.6g} to {:.6g}",
                           objective_.parameter_name(most), before_(most), state_.parameters(most));
    state_.parameters.swap(before_);
  }
  throw NumericalError(has_moved_ ? message + "; a smaller learning rate may help" : message);
}

template class TrainStep<float>;
template class TrainStep<double>;

}  // namespace renyi
