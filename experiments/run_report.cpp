#include "experiments/run_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "experiments/run_curves.hpp"
#include "experiments/run_figures.hpp"
#include "experiments/run_ranks.hpp"
#include "experiments/run_scores.hpp"
#include "renyi/core/error.hpp"
#include "renyi/data/column_names.hpp"
#include "renyi/data/excerpt.hpp"
#include "renyi/data/nearest_name.hpp"
#include "renyi/report/cells.hpp"

namespace renyi {
namespace {

Table status_table(const std::vector<StoredRun>& runs) {
  Table table{.name = "runs",
              .title = "Runs that this is made of",
              .columns = {"status", "runs", "seconds"}};
  for (std::size_t i = 0; i < EnumNames<JobStatus>::names.size(); ++i) {
    std::int64_t count = 0;
    double seconds = 0.0;
    for (const StoredRun& run : runs) {
      if (run.status != static_cast<JobStatus>(i)) continue;
      ++count;
      if (run.seconds > 0.0) seconds += run.seconds;
    }
    if (count > 0)
      table.rows.push_back({std::string(EnumNames<JobStatus>::names[i]), count, seconds});
  }
  if (std::ranges::count(runs, JobStatus::running, &StoredRun::status) > 0)
    table.notes.emplace_back("running: or cut off, and to be run again by the same command.");
  return table;
}

Table failed_runs_table(const std::vector<StoredRun>& runs) {
  Table table{.name = "failures",
              .title = "Runs that failed, and are missing above",
              .columns = {"id", "name", "seed", "why"}};
  for (const StoredRun& run : runs)
    if (run.status == JobStatus::failed)
      table.rows.push_back({run.id, run.name, whole_number(run.seed), run.error});
  return table;
}

void require_option(const std::vector<StoredRun>& runs, const std::string& name) {
  std::set<std::string> options;
  for (const StoredRun& run : runs)
    if (run.status == JobStatus::done)
      for (const auto& option : run.options) options.insert(option.first);
  if (options.contains(name)) return;
  const std::vector<std::string> names(options.begin(), options.end());
  throw UsageError(fmt::format("against: expected an option of the runs ({}), found {}{}",
                               list_columns(names), excerpt(name), perhaps_meant(names, name)));
}

void add_scores(const RunList& store, const std::vector<StoredRun>& runs,
                const RunReportOptions& options, Report& report) {
  const std::string metric = chosen_metric(runs, options.metric);
  const Better better = options.better.value_or(better_end_of(metric));
  const std::string against = options.against.empty() ? axis_option(runs) : options.against;
  require_option(runs, against);
  const RunScores scores = run_scores(runs, metric, against);
  report.tables.push_back(run_scores_table(scores, better));
  report.figures = run_scores_figures(scores, better);
  if (Table ranks = run_ranks_table(scores, better); !ranks.rows.empty()) {
    report.figures.push_back(run_ranks_figure(ranks));
    report.tables.push_back(std::move(ranks));
  }
  for (const char* quantity : {"bound", "validation_score"})
    for (Figure& figure : run_curves(store, scores, better, quantity))
      report.figures.push_back(std::move(figure));
}

}  // namespace

Report run_report(const RunList& store, const std::vector<StoredRun>& runs,
                  const RunReportOptions& options) {
  Report report;
  const bool some_are_done = std::ranges::count(runs, JobStatus::done, &StoredRun::status) > 0;
  const bool asks = !options.metric.empty() || !options.against.empty();
  if (some_are_done || asks || runs.empty()) add_scores(store, runs, options, report);
  report.tables.push_back(status_table(runs));
  if (Table failures = failed_runs_table(runs); !failures.rows.empty())
    report.tables.push_back(std::move(failures));
  return report;
}

}  // namespace renyi
