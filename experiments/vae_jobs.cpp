#include "experiments/vae_jobs.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "experiments/require_at_least.hpp"
#include "renyi/core/error.hpp"

namespace renyi {
namespace {

template <class T>
void require_different(const char* name, const std::vector<T>& values) {
  if (values.empty()) throw UsageError(fmt::format("{}: expected at least one, found none", name));
  if (std::set<T>(values.begin(), values.end()).size() != values.size())
    throw UsageError(fmt::format("{}: expected values that differ, found one twice", name));
}

std::string options_json(const VaeJob& job) {
  nlohmann::ordered_json options(job.identity.options);
  options.erase("seed");
  options["epochs"] = job.identity.epochs;
  options["test_draws"] = job.scores.draws;
  options["test_seed"] = job.scores.seed;
  options["test_images"] = job.test_images;
  return options.dump();
}

VaeJob make_job(const VaeExperimentOptions& options, const VaeDataSet& data,
                const VaeSetting& setting, Alpha alpha, std::uint64_t seed, std::int64_t fold) {
  VaeJob job{.setting = setting,
             .data = &data,
             .fold = fold,
             .options = vae_options(options, setting, alpha),
             .scores = {.draws = options.test_draws, .seed = options.seed},
             .test_images = options.test_images};
  job.options.treatment.height = data.train.height;
  job.options.treatment.width = data.train.width;
  job.options.train.seed = seed + static_cast<std::uint64_t>(fold);
  job.identity = vae_identity(job.options, fingerprint_to_fit(*job.data, job.fold));
  const std::string in_fold = data.test ? "" : fmt::format("fold={}", fold);
  job.key = {.name = fmt::format("vae/{}/layers={}/draws={}/alpha={}{}{}",
                                 to_string(setting.benchmark), setting.layers, setting.draws,
                                 alpha.to_string(), in_fold.empty() ? "" : "/", in_fold),
             .options = options_json(job),
             .seed = job.options.train.seed,
             .fingerprint = fingerprint_of_all(data, fold)};
  job.work = vae_work(job.options, data.train.pixels.rows(), data.train.pixels.cols());
  return job;
}

}  // namespace

double vae_work(const VaeOptions& options, Index images, Index pixels) {
  const VaeNetworks networks({.pixels = pixels, .architecture = options.architecture});
  return static_cast<double>(images) * static_cast<double>(options.train.epoch_count()) *
         flops_an_image(networks, options.train);
}

std::string VaeJob::file() const {
  return fmt::format("{}-layers={}-draws={}-alpha={}-epochs={}-seed={}{}",
                     to_string(setting.benchmark), setting.layers, setting.draws,
                     options.train.alpha.to_string(), identity.epochs, options.train.seed,
                     data->test ? "" : fmt::format("-fold={}", fold));
}

void VaeExperimentOptions::validate() const {
  if (data.empty()) throw UsageError("data: expected a folder, found none");
  require_different("layers", layers);
  require_different("draws", draws);
  require_different("alpha", alphas);
  require_different("seeds", seeds);
  for (const std::int64_t count : draws) require_at_least("draws", 1, count);
  for (const std::int64_t one : seeds) require_at_least("seeds", 0, one);
  for (const std::int64_t count : layers) vae_preset(preset_of(dataset), count);
  require_at_least("epochs", 0, epochs);
  require_at_least("test-draws", 1, test_draws);
  require_at_least("test-images", 0, test_images);
  if (folds < 1 || folds > vae_folds)
    throw UsageError(fmt::format("folds: expected 1 to {}, found {}", vae_folds, folds));
}

VaeOptions vae_options(const VaeExperimentOptions& options, const VaeSetting& setting,
                       Alpha alpha) {
  VaeOptions fit = vae_preset(preset_of(setting.benchmark), setting.layers);
  fit.train.alpha = alpha;
  fit.train.draws = setting.draws;
  fit.train.backward = alpha == Alpha::vr_max() ? Backward::one : Backward::all;
  if (options.epochs > 0) fit.train.epochs = options.epochs;
  return fit;
}

std::vector<VaeJob> vae_jobs(const VaeExperimentOptions& options, const VaeDataSet& data) {
  const std::int64_t folds = data.test ? 1 : options.folds;
  std::vector<VaeJob> jobs;
  for (const std::int64_t seed : options.seeds)
    for (std::int64_t fold = 0; fold < folds; ++fold)
      for (const std::int64_t layers : options.layers)
        for (const std::int64_t draws : options.draws)
          for (const Alpha alpha : options.alphas)
            jobs.push_back(make_job(options, data, {data.benchmark, layers, draws}, alpha,
                                    static_cast<std::uint64_t>(seed), fold));
  return jobs;
}

}  // namespace renyi
