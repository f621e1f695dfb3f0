// Training: the one loop of draws, bound, coefficients and steps that VI, IWAE, VR-alpha, VR-max
// and their kin share. What is maximised is the objective's, saving and printing the callers'.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <type_traits>
#include <vector>

#include "renyi/core/parallel.hpp"
#include "renyi/inference/objective.hpp"
#include "renyi/inference/train_options.hpp"
#include "renyi/inference/train_state.hpp"

namespace renyi {

// Where a run stands, after each step.
struct Progress {
  std::int64_t epoch = 0;  // the one of the step, from 1
  std::int64_t epochs = 0;
  bool epoch_ended = false;  // this was its last step
  std::int64_t step = 0;     // from 1
  std::int64_t steps = 0;
  double bound = 0.0;                           // mean of the epoch's steps so far
  std::optional<double> standard_error = {};    // of that mean
  double effective_draws = 0.0;                 // mean of the same
  std::optional<double> validation_score = {};  // at the last end of an epoch
  double seconds = 0.0;                         // since train() was called
  double seconds_left = 0.0;                    // if the steps go on as they did
};

enum class Decision : std::uint8_t { go_on, stop };

// Called after each step, when the state can be saved.
using Observer = std::function<Decision(const Progress&)>;
// How good parameters are on data kept apart; higher is better, NaN never is.
template <class T>
using BasicValidationScore = std::function<double(const VectorOf<T>& parameters)>;
using ValidationScore = BasicValidationScore<double>;

template <class T>
struct BasicTrainHooks {
  std::vector<Observer> observers = {};  // all are called, any may stop the run
  BasicValidationScore<T> score = {};    // called at the end of each epoch
  bool keeps_history = true;             // needed by a score
  ThreadPool* pool = nullptr;            // for the steps; the objective has its own, or the same
  Processes processes = {};              // those that the objective has; all train the same
};
using TrainHooks = BasicTrainHooks<double>;

enum class Ending : std::uint8_t {
  finished,  // all epochs are done
  patience,  // the validation score has not risen for so long
  observer   // an observer asked for it
};

template <class T>
struct BasicFit {
  VectorOf<T> parameters = {};
  Ending ending = Ending::finished;
  std::optional<std::int64_t> best_epoch = {};  // with a validation score: where they are from
  std::optional<double> best_score = {};
  std::vector<EpochSummary> history = {};
  std::int64_t steps = 0;
  double seconds = 0.0;         // of this call
  double seconds_before = 0.0;  // of calls that led to the state it began with
};
using Fit = BasicFit<double>;

// Goes on from `state` to the end of the run, leaving there how far it came. The result depends on
// the objective, the start and the options alone, bit for bit: not on how often the run was stopped
// and resumed, nor on the observers or the number of threads.
//
// Throws UsageError for options without meaning or a state that does not fit the objective, and
// NumericalError that names the step, and the draw or the parameter, where a log-weight is NaN or
// +inf, or a bound, gradient or parameter is not finite. The state's parameters are then the last
// ones at which bound and gradient were finite; Adam's moments are then good for nothing, and the
// run cannot go on from there. After the first epoch nothing is allocated.
template <class T>
BasicFit<T> train(BasicObjective<T>& objective, BasicTrainState<T>& state,
                  const TrainOptions& options,
                  const std::type_identity_t<BasicTrainHooks<T>>& hooks = {});

// From the beginning.
template <class T>
BasicFit<T> train(BasicObjective<T>& objective, const std::type_identity_t<VectorOf<T>>& start,
                  const TrainOptions& options,
                  const std::type_identity_t<BasicTrainHooks<T>>& hooks = {});

}  // namespace renyi
