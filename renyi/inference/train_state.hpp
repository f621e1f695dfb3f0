// All that a run of training is in the middle of, as plain data: saved and given back, the run goes
// on as if nothing had happened. How it goes on is train.hpp's, writing it to a file others'.
#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>
#include <vector>

#include "renyi/core/matrix.hpp"
#include "renyi/inference/adam.hpp"

namespace renyi {

// Mean and spread of numbers that come one at a time.
struct RunningMean {
  std::int64_t count = 0;
  double mean = 0.0;
  double squares = 0.0;  // sum of squared differences from the mean

  void add(double value);
  // Of the mean; none of fewer than two numbers.
  std::optional<double> standard_error() const;
};

// What one epoch came to; its steps see different parameters, so the error is the steps' spread.
struct EpochSummary {
  std::int64_t epoch = 0;                       // from 1
  double bound = 0.0;                           // mean over its steps
  std::optional<double> standard_error = {};    // none of one step
  double effective_draws = 0.0;                 // mean over its steps and bounds
  double learning_rate = 0.0;                   // of its last step
  std::optional<double> validation_score = {};  // where the caller gives one
};

template <class T>
struct BasicBestSoFar {
  VectorOf<T> parameters = {};
  double score = 0.0;
  std::int64_t epoch = 0;  // after which it was found
};
using BestSoFar = BasicBestSoFar<double>;

// Random numbers are functions of the seed, the epoch and the step: the position in them is here
// too. T, float or double, is the precision of the parameters.
template <class T>
struct BasicTrainState {
  VectorOf<T> parameters = {};
  BasicAdamState<T> adam = {};
  std::int64_t epoch = 0;  // finished ones
  std::int64_t batch = 0;  // finished ones of the epoch under way
  std::int64_t step = 0;   // finished ones in all
  RunningMean bound = {};  // over the steps of the epoch under way, or of the last one
  RunningMean effective_draws = {};
  VectorOf<T> average = {};   // of the parameters since averaging began
  std::int64_t averaged = 0;  // how many
  std::optional<BasicBestSoFar<T>> best = {};
  std::vector<EpochSummary> history = {};
  double seconds = 0.0;  // that training has taken; nothing depends on it

  // What the run would return if it ended now, the best one aside: the average once there is one.
  const VectorOf<T>& current() const { return averaged > 0 ? average : parameters; }
  // What it returns: the best by validation, or the current ones.
  const VectorOf<T>& result() const { return best ? best->parameters : current(); }
};
using TrainState = BasicTrainState<double>;

template <class T = double>
BasicTrainState<T> start_at(const std::type_identity_t<VectorOf<T>>& parameters);

}  // namespace renyi
