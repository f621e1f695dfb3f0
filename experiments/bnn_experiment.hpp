// The appendix's tables of Bayesian neural networks and Figure 4: reads the data, runs the fits
// that the store does not have yet, and puts their scores beside the paper's.
#pragma once

#include <span>

#include "experiments/bnn_jobs.hpp"
#include "experiments/jobs_report.hpp"

namespace renyi {

// The store must be named. For each metric the tables of scores and ranks and one figure a data
// set; `failures`, where fits failed. No report where it was stopped.
ExperimentRun bnn_experiment(const BnnExperimentOptions& options,
                             std::span<const BnnMetric> metrics, int threads,
                             const JobHooks& hooks = {});

}  // namespace renyi
