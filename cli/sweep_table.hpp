// What a sweep comes to, as tables: one line a setting, over its seeds and splits.
#pragma once

#include <vector>

#include "cli/sweep_cases.hpp"
#include "experiments/run_jobs.hpp"
#include "renyi/report/report.hpp"

namespace renyi::cli {

// The mean and standard error of the main metric, which is the first that all fits have of log
// likelihood on what was tested, validation score and bound; how many fits that is, and how many
// failed. `outcome` has a job a case.
Table sweep_table(const SweepPlan& plan, const std::vector<SweepCase>& cases,
                  const JobsOutcome& outcome);

// For --dry-run: each fit with its seed and its status in the store, "open" where it has none.
Table sweep_cases_table(const std::vector<SweepCase>& cases,
                        const std::vector<std::string>& statuses);

}  // namespace renyi::cli
