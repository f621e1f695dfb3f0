#include "experiments/fit_vae_job.hpp"

#include <charconv>
#include <filesystem>
#include <string_view>

#include "experiments/epoch_metrics.hpp"
#include "experiments/median.hpp"
#include "renyi/core/safetensors.hpp"
#include "renyi/inference/checkpoint.hpp"

namespace renyi {
namespace {

namespace fs = std::filesystem;

bool wants_to_stop(const VaeJobHooks& hooks) { return hooks.stop && hooks.stop(); }

// Nothing when asked to stop.
std::optional<VaeScores> evaluate(const VaeJob& job, const VaeModel& model, const MatrixF& images,
                                  ThreadPool* pool, const VaeJobHooks& hooks) {
  bool stopped = false;
  VaeScores scores = score_images(model, images, job.scores, pool, [&](Index done) {
    if (hooks.progress) hooks.progress({.images_done = done, .images = images.rows()});
    stopped = stopped || wants_to_stop(hooks);
    return !stopped;
  });
  if (stopped) return std::nullopt;
  return scores;
}

// Where the job goes on from: its own checkpoint, else that of the longest of the shorter runs of
// the same fit, unless a run's steps depend on its length; empty where there is none.
std::string last_checkpoint(const std::string& folder, const VaeJob& job) {
  std::error_code none;
  const std::string own = vae_checkpoint_path(folder, job);
  if (fs::exists(own, none)) return own;
  std::string found;
  if (!job.identity.length_matters.empty()) return found;
  std::int64_t longest = 0;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    constexpr std::string_view mark = "-epochs=";
    const std::size_t at = name.find(mark);
    if (at == std::string::npos) continue;
    std::int64_t epochs = 0;
    std::from_chars(name.data() + at + mark.size(), name.data() + name.size(), epochs);
    if (epochs <= longest || epochs >= job.identity.epochs) continue;
    VaeJob shorter = job;
    shorter.identity.epochs = epochs;
    if (entry.path() != fs::path(vae_checkpoint_path(folder, shorter))) continue;
    longest = epochs;
    found = entry.path().string();
  }
  return found;
}

}  // namespace

Metrics image_metrics(const VaeScores& scores) {
  constexpr double doubtful = 0.7;
  Metrics metrics = {{log_likelihood_metric, scores.mean()},
                     {"standard_error_over_images", scores.standard_error()},
                     {effective_draws_metric, scores.effective_draws.mean()},
                     {"median_effective_draws",
                      median({scores.effective_draws.begin(), scores.effective_draws.end()})}};
  // With few draws it is not known of any.
  if (const auto known = (!scores.pareto_k.array().isNaN()).count(); known > 0)
    metrics["share_of_doubtful_images"] =
        static_cast<double>((scores.pareto_k.array() > doubtful).count()) /
        static_cast<double>(known);
  return metrics;
}

std::string vae_model_path(const std::string& folder, const VaeJob& job) {
  return (fs::path(folder) / (job.file() + ".safetensors")).string();
}

std::string vae_checkpoint_path(const std::string& folder, const VaeJob& job) {
  return (fs::path(folder) / (job.file() + ".checkpoint")).string();
}

std::optional<VaeFit> fitted_vae(const VaeJob& job, const MatrixF& images,
                                 const std::string& folder, ThreadPool* pool,
                                 const VaeJobHooks& hooks) {
  const std::string checkpoint = vae_checkpoint_path(folder, job);
  BasicTrainState<float> state;
  if (const std::string last = last_checkpoint(folder, job); !last.empty())
    state = read_checkpoint<float>(last, job.identity);
  CheckpointWriter<float> writer(checkpoint, state, job.identity, hooks.checkpoint_seconds);
  const Observer watch = [&](const Progress& progress) {
    if (hooks.progress) hooks.progress({.training = progress});
    return wants_to_stop(hooks) ? Decision::stop : Decision::go_on;
  };
  VaeFit fit = fit_vae(job.options, images, state, pool, {.observers = {writer.observer(), watch}});
  writer.write();
  if (fit.training.ending == Ending::observer) return std::nullopt;
  write_safetensors(vae_model_path(folder, job), fit.model.save());
  return fit;
}

std::optional<JobResult> fit_vae_job(const VaeJob& job, const std::string& folder, ThreadPool* pool,
                                     const VaeJobHooks& hooks) {
  const VaeParts images = vae_parts(*job.data, job.fold, job.test_images);
  const auto fit = fitted_vae(job, images.train, folder, pool, hooks);
  if (!fit) return std::nullopt;
  const auto scores = evaluate(job, fit->model, images.test, pool, hooks);
  if (!scores) return std::nullopt;
  return JobResult{.metrics = image_metrics(*scores),
                   .epochs = epoch_metrics(fit->training.history),
                   .seconds_before = fit->training.seconds_before};
}

}  // namespace renyi
