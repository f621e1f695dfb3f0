#include "cli/sweep_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cli/sweep_result.hpp"
#include "experiments/run_figures.hpp"
#include "experiments/run_scores.hpp"
#include "experiments/standard_error.hpp"
#include "renyi/data/run_list.hpp"
#include "renyi/report/cells.hpp"

namespace renyi::cli {
namespace {

// One line: cases that differ only in seed and split.
struct SettingLine {
  std::vector<std::string> values = {};  // of the options that have a column
  std::size_t data = 0;
  std::vector<double> scores = {};
  std::int64_t failed = 0;
};

// Options with several values; splits are averaged over.
std::vector<std::size_t> columns_of(const SweepPlan& plan) {
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < plan.options.size(); ++i)
    if (plan.options[i].values.size() > 1 && plan.options[i].name != "split") columns.push_back(i);
  return columns;
}

std::string main_metric(const JobsOutcome& outcome) {
  for (const char* metric : main_metrics) {
    const bool has_all =
        std::all_of(outcome.jobs.begin(), outcome.jobs.end(), [&](const auto& job) {
          return !job || job->status != JobStatus::done || job->metrics.contains(metric);
        });
    if (has_all) return metric;
  }
  return main_metrics.back();
}

std::string count_text(std::size_t fits) {
  return fmt::format("{} {}", fits, fits == 1 ? "fit" : "fits");
}

std::string metric_title(const std::string& metric) {
  if (metric == "log_likelihood") return "mean log likelihood of what was tested";
  if (metric == "validation_score") return "mean log likelihood of what was kept apart";
  return "the bound of the last epoch";
}

std::vector<SettingLine> lines_of(const SweepPlan& plan, const std::vector<SweepCase>& cases,
                                  const JobsOutcome& outcome, const std::string& metric) {
  const std::vector<std::size_t> columns = columns_of(plan);
  std::vector<SettingLine> lines;
  for (std::size_t j = 0; j < cases.size(); ++j) {
    std::vector<std::string> values;
    values.reserve(columns.size());
    for (const std::size_t column : columns) values.push_back(cases[j].values[column]);
    auto line = std::find_if(lines.begin(), lines.end(), [&](const SettingLine& one) {
      return one.data == cases[j].data && one.values == values;
    });
    if (line == lines.end())
      line = lines.insert(lines.end(), {.values = values, .data = cases[j].data});
    const auto& job = outcome.jobs[j];
    if (job && job->status == JobStatus::done) line->scores.push_back(job->metrics.at(metric));
    if (job && job->status == JobStatus::failed) ++line->failed;
  }
  return lines;
}

}  // namespace

Table sweep_table(const SweepPlan& plan, const std::vector<SweepCase>& cases,
                  const JobsOutcome& outcome) {
  const std::string metric = main_metric(outcome);
  Table table{.name = "settings",
              .title = fmt::format("{}: {}", count_text(cases.size()), metric_title(metric)),
              .columns = {"data"},
              .notes = {"Means over seeds and splits, with their standard error; higher is "
                        "better. Every fit, with all its metrics and the course of its training, "
                        "is in the store."}};
  for (const std::size_t column : columns_of(plan))
    table.columns.push_back(plan.options[column].name);
  for (const char* column : {"fits", "failed"}) table.columns.emplace_back(column);
  table.columns.push_back(metric);
  table.columns.emplace_back("std_error");
  const std::vector<std::string> names = sweep_data_names(plan);
  for (const SettingLine& line : lines_of(plan, cases, outcome, metric)) {
    std::vector<Cell> row = {names[line.data]};
    for (const std::string& value : line.values) row.push_back(number_or_text(value));
    row.emplace_back(std::ssize(line.scores));
    row.emplace_back(line.failed);
    if (line.scores.empty()) {
      row.insert(row.end(), 2, NotAvailable{});
    } else {
      const Vector scores = Eigen::Map<const Vector>(line.scores.data(), std::ssize(line.scores));
      row.emplace_back(scores.mean());
      row.push_back(cell_or_na(standard_error(scores)));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::vector<Figure> sweep_figures(const SweepPlan& plan, const std::vector<Job>& jobs,
                                  const JobsOutcome& outcome) {
  std::set<JobKey> own;
  for (const Job& job : jobs) own.insert(job.key);
  const RunList store(plan.store);
  std::vector<StoredRun> runs = store.runs();
  std::erase_if(runs, [&](const StoredRun& run) {
    return run.status != JobStatus::done || !own.contains(run.key());
  });
  const RunScores scores = run_scores(runs, main_metric(outcome), axis_option(runs));
  if (score_groups(scores).size() < 2) return {};
  return run_scores_figures(scores, Better::higher);
}

Table sweep_cases_table(const std::vector<SweepCase>& cases,
                        const std::vector<std::string>& statuses) {
  Table table{.name = "fits",
              .title = count_text(cases.size()) + " of this sweep",
              .columns = {"fit", "seed", "status"},
              .notes = {"open: not begun yet. What is done is not run again, what failed is. "
                        "running: in another program, or in one that was killed, which the next "
                        "run takes over."}};
  for (std::size_t j = 0; j < cases.size(); ++j)
    table.rows.push_back({cases[j].name, whole_number(cases[j].seed), statuses[j]});
  return table;
}

}  // namespace renyi::cli
