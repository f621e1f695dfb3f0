// The appendix's tables of Bayesian neural networks and Figure 4: reads the data, runs the fits
// that the store does not have yet, and puts their scores beside the paper's.
#pragma once

#include <span>

#include "experiments/bnn_jobs.hpp"
#include "experiments/run_jobs.hpp"
#include "renyi/report/report.hpp"

namespace renyi {

// How many of them are kept in the store is told when it is stopped.
struct BnnExperiment {
  Report report = {};
  bool stopped = false;
  std::int64_t finished = 0;
  std::int64_t jobs = 0;
};

// The store must be named. For each metric the tables of scores and ranks and one figure a data
// set; `failures`, where fits failed. No report where it was stopped.
BnnExperiment bnn_experiment(const BnnExperimentOptions& options,
                             std::span<const BnnMetric> metrics, int threads,
                             const JobHooks& hooks = {});

}  // namespace renyi
