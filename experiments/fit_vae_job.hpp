// One fit of the paper's table of auto-encoders, and how probable the test images are under it. A
// fit that was stopped or killed goes on where its last checkpoint stands.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "experiments/run_jobs.hpp"
#include "experiments/vae_jobs.hpp"
#include "renyi/inference/train.hpp"

namespace renyi {

inline constexpr const char* log_likelihood_metric = "log_likelihood";
inline constexpr const char* effective_draws_metric = "effective_draws";

// The mean log-likelihood with its standard error over images, the mean of the effective draws
// behind it, and the share of images whose Pareto index is above 0.7.
Metrics image_metrics(const VaeScores& scores);

// Where a job stands: training, then images.
struct VaeJobProgress {
  std::optional<Progress> training = {};
  Index images_done = 0, images = 0;
};

struct VaeJobHooks {
  StopRequest stop = {};                                     // called on any thread
  std::function<void(const VaeJobProgress&)> progress = {};  // one call at a time
  double checkpoint_seconds = 60.0;                          // between two of them, at least
};

// The files of a job in a folder, which must exist.
std::string vae_model_path(const std::string& folder, const VaeJob& job);
std::string vae_checkpoint_path(const std::string& folder, const VaeJob& job);

// The fit alone, to images of vae_parts(): new, gone on with from its checkpoint, or as it was left
// when it was finished. Leaves the model and the last checkpoint in the folder. Nothing when asked
// to stop. Throws as fit_vae() does, and DataError for a checkpoint of another run.
std::optional<VaeFit> fitted_vae(const VaeJob& job, const MatrixF& images,
                                 const std::string& folder, ThreadPool* pool,
                                 const VaeJobHooks& hooks = {});

// The image_metrics() of the test images, and the course of training. Otherwise as fitted_vae().
std::optional<JobResult> fit_vae_job(const VaeJob& job, const std::string& folder, ThreadPool* pool,
                                     const VaeJobHooks& hooks = {});

}  // namespace renyi
