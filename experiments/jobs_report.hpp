// What every experiment of many fits says beside its own tables: how far it came, and what failed.
#pragma once

#include <cstdint>
#include <vector>

#include "experiments/run_jobs.hpp"
#include "renyi/report/report.hpp"

namespace renyi {

// How many fits are kept in the store is told when it is stopped; there is no report then.
struct ExperimentRun {
  Report report = {};
  bool stopped = false;
  std::int64_t finished = 0;
  std::int64_t jobs = 0;
};

// Without the report.
ExperimentRun experiment_run(const JobsOutcome& outcome);

// One line a failure, and how many there are; adds nothing where there is none.
void add_failures(const std::vector<Job>& jobs, const JobsOutcome& outcome, Report& report);

}  // namespace renyi
