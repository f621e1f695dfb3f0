// The paper's Table 2 of auto-encoders: reads the images, runs the fits that the store does not
// have yet, one after another with all threads in each, and puts their scores beside the paper's.
#pragma once

#include <functional>
#include <string>

#include "experiments/fit_vae_job.hpp"
#include "experiments/jobs_report.hpp"

namespace renyi {

struct VaeExperimentHooks {
  JobHooks jobs = {};
  // Which job, from 1, of how many, and where it stands.
  std::function<void(std::int64_t job, std::int64_t jobs, const std::string& name,
                     const VaeJobProgress& progress)>
      fit = {};
};

// Store and folder of models must be named, and the folder exist. The table `log_likelihood`, the
// figure `training`; `failures`, where fits failed. No report where it was stopped.
ExperimentRun vae_experiment(const VaeExperimentOptions& options, int threads,
                             const VaeExperimentHooks& hooks = {});

}  // namespace renyi
