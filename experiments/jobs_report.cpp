#include "experiments/jobs_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "renyi/report/cells.hpp"

namespace renyi {

ExperimentRun experiment_run(const JobsOutcome& outcome) {
  ExperimentRun run{.stopped = outcome.stopped,
                    .jobs = static_cast<std::int64_t>(outcome.jobs.size())};
  run.finished = std::count_if(outcome.jobs.begin(), outcome.jobs.end(),
                               [](const auto& job) { return job.has_value(); });
  return run;
}

void add_failures(const std::vector<Job>& jobs, const JobsOutcome& outcome, Report& report) {
  Table table{.name = "failures",
              .title = "Fits that failed, and are missing above",
              .columns = {"fit", "seed", "why"}};
  for (std::size_t j = 0; j < jobs.size(); ++j)
    if (outcome.jobs[j] && outcome.jobs[j]->status == JobStatus::failed)
      table.rows.push_back(
          {jobs[j].key.name, whole_number(jobs[j].key.seed), outcome.jobs[j]->error});
  if (table.rows.empty()) return;
  report.failure = fmt::format("{} of {} fits failed; the same command runs them again",
                               table.rows.size(), jobs.size());
  report.tables.push_back(std::move(table));
}

}  // namespace renyi
