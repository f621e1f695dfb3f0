#include "experiments/bnn_experiment.hpp"

#include <fmt/format.h>

#include "experiments/bnn_tables.hpp"
#include "experiments/fit_bnn_job.hpp"
#include "renyi/core/error.hpp"

namespace renyi {
namespace {

std::vector<BnnDataSet> read_all(const BnnExperimentOptions& options) {
  std::vector<BnnDataSet> data;
  for (const std::string& name : chosen_data_sets(options))
    data.push_back(read_bnn_data_set(options.data, name, bnn_settings(options, name).splits));
  return data;
}

// By data set, then by order.
std::vector<BnnScores> collect(const BnnExperimentOptions& options,
                               const std::vector<BnnDataSet>& data, const std::vector<BnnJob>& fits,
                               const JobsOutcome& outcome) {
  std::vector<BnnScores> all;
  for (const BnnDataSet& set : data)
    for (const Alpha alpha : options.alphas) {
      BnnScores scores{.data_set = set.name, .alpha = alpha};
      for (std::size_t j = 0; j < fits.size(); ++j) {
        const auto& job = outcome.jobs[j];
        if (fits[j].data != &set || fits[j].options.train.alpha != alpha || !job ||
            job->status != JobStatus::done)
          continue;
        scores.negative_log_likelihood.push_back(job->metrics.at(negative_log_likelihood_metric));
        scores.rmse.push_back(job->metrics.at(rmse_metric));
      }
      if (!scores.rmse.empty()) all.push_back(std::move(scores));
    }
  return all;
}

void say_what_is_less(const BnnExperimentOptions& options, const std::vector<BnnDataSet>& data,
                      Table& table) {
  if (options.quick)
    table.notes.emplace_back(
        "--quick: a tenth of the paper's epochs; the fits are not finished, and worse than its.");
  for (const BnnDataSet& set : data) {
    const PublishedBnn* published = find_published_bnn(set.name);
    const auto splits = static_cast<std::int64_t>(set.splits.size());
    if (published != nullptr && splits < published->settings.splits)
      table.notes.push_back(fmt::format("{}: {} of the paper's {} splits.", set.name, splits,
                                        published->settings.splits));
  }
}

Report make_report(const BnnExperimentOptions& options, std::span<const BnnMetric> metrics,
                   const std::vector<BnnDataSet>& data, const std::vector<BnnScores>& scores) {
  Report report;
  for (const BnnDataSet& set : data)
    report.data.push_back(
        {.path = set.folder, .fingerprint = set.table.fingerprint, .rows = set.table.rows()});
  for (const BnnMetric metric : metrics) {
    Table table = bnn_scores_table(metric, scores);
    say_what_is_less(options, data, table);
    report.tables.push_back(std::move(table));
    if (options.alphas.size() > 1) report.tables.push_back(bnn_ranks_table(metric, scores));
    for (Figure& figure : bnn_figures(metric, scores)) report.figures.push_back(std::move(figure));
  }
  return report;
}

}  // namespace

ExperimentRun bnn_experiment(const BnnExperimentOptions& options,
                             std::span<const BnnMetric> metrics, int threads,
                             const JobHooks& hooks) {
  options.validate();
  const ResultStore store(options.store);
  const std::vector<BnnDataSet> data = read_all(options);
  const std::vector<BnnJob> fits = bnn_jobs(options, data);
  std::vector<Job> jobs;
  jobs.reserve(fits.size());
  for (const BnnJob& fit : fits)
    jobs.push_back({.key = fit.key, .work = fit.work, .run = [&fit](const StopRequest& stop) {
                      return fit_bnn_job(fit, stop);
                    }});
  const JobsOutcome outcome = run_jobs(jobs, store, threads, hooks);
  ExperimentRun result = experiment_run(outcome);
  if (result.stopped) return result;
  result.report = make_report(options, metrics, data, collect(options, data, fits, outcome));
  add_failures(jobs, outcome, result.report);
  return result;
}

}  // namespace renyi
