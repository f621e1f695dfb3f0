#include "experiments/fit_vae_job.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>

#include "renyi/core/error.hpp"
#include "renyi/core/safetensors.hpp"
#include "tests/experiments/vae_folders.hpp"

namespace renyi::fit_vae_job_test {
namespace {

using testing::TemporaryFolder;

class FitVaeJob : public ::testing::Test {
 protected:
  FitVaeJob() {
    testing::write_frey(folder_);
    data_ = read_vae_data_set(folder_.path(), VaeBenchmark::frey);
  }
  VaeJob job(std::int64_t epochs, Alpha alpha = Alpha::iwae()) const {
    return vae_jobs({.data = folder_.path(), .alphas = {alpha}, .epochs = epochs, .test_draws = 20},
                    data_)
        .front();
  }
  std::string models(const std::string& name) const {
    std::filesystem::create_directories(folder_.path(name));
    return folder_.path(name);
  }

  TemporaryFolder folder_;
  VaeDataSet data_;
};

TEST_F(FitVaeJob, LeavesAModelWithItsScoresAndTheCourseOfTraining) {
  const JobResult result = fit_vae_job(job(3), models("a"), nullptr).value();
  const Metrics& metrics = result.metrics;
  const VaeModel model = VaeModel::load(read_safetensors(vae_model_path(models("a"), job(3))), "a");
  EXPECT_EQ(model.treatment.height, 4);
  const VaeScores scores =
      score_images(model, vae_parts(data_, 0, 0).test, {.draws = 20, .seed = 1});
  EXPECT_EQ(metrics.at("log_likelihood"), scores.mean());
  EXPECT_GT(result.epochs.at(3).at("bound"), result.epochs.at(1).at("bound"));
  EXPECT_EQ(result.epochs.size(), 3U);
  EXPECT_GE(metrics.at("effective_draws"), 1.0);
  EXPECT_LE(metrics.at("effective_draws"), 20.0);
}

TEST_F(FitVaeJob, GoesOnWhereItWasStoppedOnAnyNumberOfThreads) {
  int steps = 0;
  VaeJobHooks hooks{.stop = [&] { return ++steps == 4; }};
  EXPECT_FALSE(fit_vae_job(job(6, Alpha::vr_max()), models("a"), nullptr, hooks));
  std::int64_t first = 0;
  hooks = {.progress = [&](const VaeJobProgress& progress) {
    if (first == 0) first = progress.training.value().step;
  }};
  ThreadPool pool(2);
  const auto resumed = fit_vae_job(job(6, Alpha::vr_max()), models("a"), &pool, hooks);
  EXPECT_EQ(first, 5);
  EXPECT_EQ(resumed, fit_vae_job(job(6, Alpha::vr_max()), models("b"), nullptr));
}

// The preset of Frey Face has one rate throughout.
TEST_F(FitVaeJob, GoesOnFromTheLongestShorterRun) {
  fit_vae_job(job(2), models("a"), nullptr);
  fit_vae_job(job(4), models("a"), nullptr);
  fit_vae_job(job(5, Alpha::vi()), models("a"), nullptr);
  std::int64_t first = 0;
  const VaeJobHooks hooks{.progress = [&](const VaeJobProgress& progress) {
    if (first == 0 && progress.training) first = progress.training->epoch;
  }};
  const auto longer = fit_vae_job(job(6), models("a"), nullptr, hooks);
  EXPECT_EQ(first, 5);
  EXPECT_EQ(longer, fit_vae_job(job(6), models("b"), nullptr));
  EXPECT_EQ(fit_vae_job(job(3), models("a"), nullptr), fit_vae_job(job(3), models("c"), nullptr));
}

// The fit is finished then, and only the images are left.
TEST_F(FitVaeJob, StopsBetweenImagesToo) {
  const VaeJobHooks stop_at_images{.stop = [this] {
    return std::filesystem::exists(vae_model_path(folder_.path("a"), job(2)));
  }};
  EXPECT_FALSE(fit_vae_job(job(2), models("a"), nullptr, stop_at_images));
  bool trained = false;
  Index images = 0;
  const VaeJobHooks watch{.progress = [&](const VaeJobProgress& progress) {
    trained = trained || progress.training;
    images = progress.images_done;
  }};
  const auto resumed = fit_vae_job(job(2), models("a"), nullptr, watch);
  EXPECT_FALSE(trained);
  EXPECT_EQ(images, 4);
  EXPECT_EQ(resumed, fit_vae_job(job(2), models("b"), nullptr));
}

TEST_F(FitVaeJob, RefusesTheCheckpointOfAnotherRun) {
  fit_vae_job(job(2), models("a"), nullptr);
  const VaeJob other = job(2, Alpha::vi());
  std::filesystem::copy_file(vae_checkpoint_path(models("a"), job(2)),
                             vae_checkpoint_path(models("a"), other));
  EXPECT_THROW(fit_vae_job(other, models("a"), nullptr), DataError);
}

}  // namespace
}  // namespace renyi::fit_vae_job_test
