// One step of training: value and gradient of a minibatch, a step of Adam, and errors that name
// what left the numbers. Which rows and which rate, is left to train.hpp.
#pragma once

#include <span>
#include <string>

#include "renyi/inference/minibatch_gradient.hpp"
#include "renyi/inference/sweep.hpp"
#include "renyi/inference/train_options.hpp"
#include "renyi/inference/train_state.hpp"

namespace renyi {

// T is float or double. Everything must outlive it.
template <class T>
class TrainStep {
 public:
  TrainStep(BasicObjective<T>& objective, BasicTrainState<T>& state, const TrainOptions& options,
            ThreadPool* pool);

  // Parameters, moments, running means and counts of the state after one more step; `averages`:
  // the parameters from which it goes belong in the average. Throws NumericalError, with the last
  // parameters at which bound and gradient were finite in the state.
  void take(std::span<const Index> rows, double rate, bool averages);

 private:
  void evaluate(std::span<const Index> rows);
  void clip();
  void count(Index rows);
  [[noreturn]] void fail_by_gradient();
  [[noreturn]] void fail(const std::string& what);

  BasicObjective<T>& objective_;
  BasicTrainState<T>& state_;
  const TrainOptions& options_;
  Sweep<T> sweep_;
  BasicMinibatchGradient<T> gradient_ = {};
  // The parameters before the last step, if there was one: Adam finds on its way that the gradient
  // is bad, and then they are still needed.
  VectorOf<T> before_;
  bool has_moved_ = false;
};

}  // namespace renyi
