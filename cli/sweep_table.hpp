// What a sweep comes to, as tables, one line a setting, over its seeds and splits, and as figures.
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

// The same metric against the option that varies, mostly alpha, by the runs of the store that are
// this sweep's; none of a single setting.
std::vector<Figure> sweep_figures(const SweepPlan& plan, const std::vector<Job>& jobs,
                                  const JobsOutcome& outcome);

// For --dry-run: each fit with its seed and its status in the store, "open" where it has none.
Table sweep_cases_table(const std::vector<SweepCase>& cases,
                        const std::vector<std::string>& statuses);

}  // namespace renyi::cli
