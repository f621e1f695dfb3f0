// Training a family until it has settled: stages of a constant rate, each until its steps wander
// about one place, whose mean is taken; the next stage has a lower rate, until the place does not
// move any more. No test divides by the bound, and a run that has not settled says so.
//
// After Welandawe, Andersen, Vehtari and Huggins, "A framework for improving the reliability of
// black-box variational inference" (2024): stationarity by the split R-hat of the iterates.
#pragma once

#include <cstdint>
#include <vector>

#include "renyi/families/family.hpp"
#include "renyi/inference/legs.hpp"
#include "renyi/inference/train.hpp"

namespace renyi {

struct SettleOptions {
  double learning_rate = 0.05;  // of the first stage, in units of the family's coordinates
  double decay = 0.3;           // from one stage to the next
  // How far the means may move from one stage to the next, in sds, and the log sds.
  double tolerance = 0.02;
  std::int64_t stages = 8;
  std::int64_t stage_steps = 10'000;  // of one stage, at most

  void validate() const;  // UsageError
};

struct SettledStage {
  double learning_rate = 0.0;
  std::int64_t steps = 0;
  bool is_stationary = false;
  double r_hat = 0.0;   // of the worst mean or log sd, over the steps that were averaged
  double change = 0.0;  // since the last stage; infinite for the first
  double bound = 0.0;   // mean over the steps that were averaged
};

struct Settled {
  Vector parameters = {};
  bool settled = false;
  std::int64_t steps = 0;
  std::vector<SettledStage> stages = {};

  void archive(StateArchive& archive);
};

// Who looks on, and what keeps the work where it may have to stop.
struct SettleHooks {
  std::vector<Observer> observers = {};
  Legs* legs = nullptr;  // of which the training is one
};

// Order, draws, batch, estimator, backward and seed are those of `train`; its epochs, rate and
// schedule are not looked at. An observer that asks for it ends the run, which has not settled
// then. Throws NumericalError as train() does, and WorkStopped.
Settled train_until_settled(Objective& objective, Family& family, const Vector& start,
                            const SettleOptions& options, TrainOptions train,
                            const SettleHooks& hooks = {});

}  // namespace renyi
