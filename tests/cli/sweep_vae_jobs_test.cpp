#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "cli/sweep_jobs.hpp"
#include "renyi/core/error.hpp"
#include "tests/support/example_images.hpp"

namespace renyi::cli::sweep_vae_jobs_test {
namespace {

using testing::bars;
using testing::run_command;
using testing::TemporaryFolder;
using Json = nlohmann::json;

class SweepVaeJobs : public ::testing::Test {
 protected:
  SweepVaeJobs() {
    plan_ = {.file = "s.toml",
             .fit = SweepKind::vae,
             .data = {{folder_.file("bars.idx", bars(32)), {}}},
             .test = SweepValue{folder_.file("test", bars(6)), {"s.toml", 3, 8}},
             .test_draws = 30,
             .seeds = {{"1", {}}},
             .options = {{.name = "architecture", .values = {{"d8-s2", {}}}},
                         {.name = "epochs", .values = {{"2", {}}}},
                         {.name = "batch", .values = {{"16", {}}}},
                         {.name = "alpha", .values = {{"0", {}}, {"-inf", {}}}}}};
  }
  SweepJobs jobs() const { return sweep_jobs(plan_, sweep_cases(plan_)); }

  TemporaryFolder folder_;
  SweepPlan plan_;
};

TEST_F(SweepVaeJobs, AreKnownByOptionsSeedAndData) {
  const SweepJobs all = jobs();
  ASSERT_EQ(all.jobs.size(), 2U);
  EXPECT_EQ(all.jobs[1].key.name, "vae/bars/alpha=-inf");
  const Json options = Json::parse(all.jobs[1].key.options);
  EXPECT_EQ(options["backward"], "one") << "what auto came to";
  EXPECT_EQ(options["architecture"], "d8-s2");
  EXPECT_EQ(options["test-draws"], 30);
  EXPECT_EQ(options["image-shards"], 1) << "a fit has one thread";
  EXPECT_EQ(all.sources.size(), 2U);
  const std::string before = all.jobs[0].key.fingerprint;
  plan_.test->text = folder_.file("another", bars(5));
  EXPECT_NE(jobs().jobs[0].key.fingerprint, before);
}

TEST_F(SweepVaeJobs, ScoreAsFitAndEvaluateDo) {
  plan_.keep_models = folder_.path();
  const JobResult result = jobs().jobs[1].run({}).value();
  EXPECT_EQ(result.epochs.size(), 2U);
  const std::string model = folder_.path("m");
  ASSERT_EQ(
      testing::fit_small_vae(plan_.data[0].text, model, {"--alpha=-inf", "--image-shards=1"}).code,
      0);
  for (const std::string& file : {model, folder_.path("vae-bars-alpha=-inf-seed=1.safetensors")}) {
    const auto outcome =
        run_command({"evaluate", file, plan_.test->text, "--draws=30", "--quiet", "--format=json"});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const Json rows = Json::parse(outcome.out)["tables"]["scores"]["rows"];
    EXPECT_EQ(rows[0][1].get<double>(), result.metrics.at("log_likelihood"));
  }
}

TEST_F(SweepVaeJobs, ChooseTheBestEpochByImagesKeptApart) {
  plan_.test.reset();
  plan_.options.push_back({.name = "validate", .values = {{"0.25", {}}}});
  const JobResult result = jobs().jobs[0].run({}).value();
  EXPECT_TRUE(result.metrics.contains("validation_score"));
  EXPECT_TRUE(result.epochs.at(2).contains("validation_score"));
  EXPECT_FALSE(result.metrics.contains("log_likelihood"));
}

// Two steps an epoch, then six test images.
TEST_F(SweepVaeJobs, StopInTrainingAndBetweenImages) {
  for (const int last : {3, 7}) {
    int asked = 0;
    EXPECT_FALSE(jobs().jobs[0].run([&] { return ++asked == last; })) << last;
    EXPECT_EQ(asked, last);
  }
}

TEST_F(SweepVaeJobs, AreRefusedWhereTheTestHasOtherImages) {
  plan_.test->text = folder_.file("large", bars(6, 255, 0, 5));
  EXPECT_THROW(jobs(), DataError);
}

}  // namespace
}  // namespace renyi::cli::sweep_vae_jobs_test
