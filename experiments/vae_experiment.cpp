#include "experiments/vae_experiment.hpp"

#include <fmt/format.h>

#include "experiments/epoch_metrics.hpp"
#include "experiments/vae_tables.hpp"

namespace renyi {
namespace {

std::vector<Job> runnable(const std::vector<VaeJob>& fits, const std::string& folder,
                          ThreadPool& pool, const VaeExperimentHooks& hooks) {
  std::vector<Job> jobs;
  jobs.reserve(fits.size());
  for (const VaeJob& fit : fits) {
    const auto number = static_cast<std::int64_t>(jobs.size()) + 1;
    const auto run = [&, number](const StopRequest& stop) {
      VaeJobHooks of_fit{.stop = stop};
      if (hooks.fit)
        of_fit.progress = [&](const VaeJobProgress& progress) {
          hooks.fit(number, static_cast<std::int64_t>(fits.size()), fit.key.name, progress);
        };
      return fit_vae_job(fit, folder, &pool, of_fit);
    };
    jobs.push_back({.key = fit.key, .work = fit.work, .run = run});
  }
  return jobs;
}

// By setting, then by order; the bounds are those of its first fit.
std::vector<VaeFitScores> collect_scores(const std::vector<VaeJob>& fits,
                                         const JobsOutcome& outcome, const ResultStore& store) {
  std::vector<VaeFitScores> all;
  for (std::size_t j = 0; j < fits.size(); ++j) {
    const Alpha alpha = fits[j].options.train.alpha;
    const auto& job = outcome.jobs[j];
    if (!job || job->status != JobStatus::done) continue;
    auto place = std::find_if(all.begin(), all.end(), [&](const VaeFitScores& scores) {
      return scores.setting == fits[j].setting && scores.alpha == alpha;
    });
    if (place == all.end()) {
      place = all.insert(all.end(), {.setting = fits[j].setting, .alpha = alpha});
      for (const auto& [epoch, metrics] : store.epochs(fits[j].key))
        place->bounds.push_back(metrics.at(bound_metric));
    }
    place->log_likelihood.push_back(job->metrics.at(log_likelihood_metric));
    place->effective_draws.push_back(job->metrics.at(effective_draws_metric));
  }
  return all;
}

void note_what_is_less(const VaeExperimentOptions& options, const std::vector<VaeJob>& fits,
                       Table& table) {
  const VaeJob& first = fits.front();
  TrainOptions paper = vae_preset(preset_of(options.dataset), first.setting.layers).train;
  if (options.epochs > 0 && options.epochs != paper.epoch_count())
    table.notes.push_back(fmt::format("{} epochs in place of {}{}.", options.epochs,
                                      options.dataset == VaeBenchmark::frey ? "" : "the paper's ",
                                      paper.epoch_count()));
  if (options.dataset == VaeBenchmark::frey)
    table.notes.push_back(
        fmt::format("{} of {} folds; the paper says neither which images its folds hold nor how "
                    "many epochs it trained.",
                    options.folds, vae_folds));
  if (options.test_draws != 5000)
    table.notes.push_back(
        fmt::format("Log-likelihoods of {} draws, the paper's of 5000.", options.test_draws));
  if (options.test_images > 0)
    table.notes.push_back(fmt::format("Of at most {} test images.", options.test_images));
}

DataSource source_of(const ImageSet& images) {
  return {.path = images.path, .fingerprint = images.fingerprint, .rows = images.pixels.rows()};
}

}  // namespace

ExperimentRun vae_experiment(const VaeExperimentOptions& options, int threads,
                             const VaeExperimentHooks& hooks) {
  options.validate();
  const ResultStore store(options.store);
  const VaeDataSet data = read_vae_data_set(options.data, options.dataset);
  const std::vector<VaeJob> fits = vae_jobs(options, data);
  ThreadPool pool(threads);
  const std::vector<Job> jobs = runnable(fits, options.models, pool, hooks);
  const JobsOutcome outcome = run_jobs(jobs, store, 1, hooks.jobs);
  ExperimentRun run = experiment_run(outcome);
  if (run.stopped) return run;
  run.report.data.push_back(source_of(data.train));
  if (data.test) run.report.data.push_back(source_of(*data.test));
  const auto scores = collect_scores(fits, outcome, store);
  run.report.tables.push_back(vae_scores_table(scores));
  note_what_is_less(options, fits, run.report.tables.back());
  if (!scores.empty()) run.report.figures.push_back(vae_training_figure(scores));
  add_failures(jobs, outcome, run.report);
  return run;
}

}  // namespace renyi
