#include "cli/sweep_checkpoint.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"
#include "tests/experiments/bnn_folders.hpp"
#include "tests/support/example_images.hpp"

namespace renyi::cli::sweep_checkpoint_test {
namespace {

using testing::TemporaryFolder;

const JobKey key{.name = "a", .options = "{}", .seed = 1, .fingerprint = "f"};

TEST(SweepCheckpoint, IsBesideTheStoreNamedByWhatTheFitIs) {
  const TemporaryFolder folder;
  const SweepPlan plan{.store = folder.path("s.db"), .checkpoint_every = 3.0};
  const SweepCheckpoint one = sweep_checkpoint(plan, key);
  EXPECT_EQ(one.path.substr(0, plan.store.size() + 1), plan.store + "-");
  EXPECT_EQ(one.seconds, 3.0);
  JobKey other = key;
  other.name = "b";
  EXPECT_EQ(sweep_checkpoint(plan, other).path, one.path);
  other.seed = 2;
  EXPECT_NE(sweep_checkpoint(plan, other).path, one.path);
  EXPECT_EQ(sweep_checkpoint({.store = folder.path("none/s.db")}, key).path, "");
  EXPECT_EQ(sweep_checkpoint({}, key).path, "");
}

// One fit each of a network and an auto-encoder.
class FitOfASweep : public ::testing::TestWithParam<SweepKind> {
 protected:
  FitOfASweep() {
    testing::write_data_set(folder_, "birds", 1);
    folder_.file("bars.idx", testing::bars(16));
  }
  SweepPlan plan(const std::string& store) const {
    const auto option = [](const std::string& name, const std::string& value) {
      return SweepOption{.name = name, .values = {{value, {}}}};
    };
    SweepPlan plan{.fit = GetParam(), .seeds = {{"1", {}}}, .store = folder_.path(store)};
    if (GetParam() == SweepKind::bnn) {
      plan.data = {{folder_.path("birds"), {}}};
      plan.options = {option("epochs", "4"), option("hidden", "5"), option("batch", "10")};
    } else {
      plan.data = {{folder_.path("bars.idx"), {}}};
      plan.options = {option("epochs", "4"), option("architecture", "d8-s2"), option("batch", "4")};
    }
    return plan;
  }
  static Job job(const SweepPlan& plan) { return sweep_jobs(plan, sweep_cases(plan)).jobs.at(0); }

  TemporaryFolder folder_;
};

TEST_P(FitOfASweep, GoesOnWhereItWasStopped) {
  const SweepPlan all = plan("s.db");
  const Job fit = job(all);
  const std::string path = sweep_checkpoint(all, fit.key).path;
  int steps = 0;
  EXPECT_FALSE(fit.run([&] { return ++steps == 6; }));
  EXPECT_EQ(steps, 6);
  EXPECT_TRUE(std::filesystem::exists(path));
  const auto resumed = fit.run([&] { return ++steps < 0; });
  EXPECT_EQ(steps, 16);
  EXPECT_EQ(resumed, job(plan("other.db")).run({}));
  EXPECT_GT(resumed.value().seconds_before, 0.0);
  EXPECT_EQ(job(plan("other.db")).run({}).value().seconds_before, 0.0);
  EXPECT_TRUE(std::filesystem::exists(path)) << "until the store has the result";
  fit.clean_up();
  EXPECT_FALSE(std::filesystem::exists(path));
  fit.clean_up();
}

TEST_P(FitOfASweep, LeavesNoneWhenItIsOverBeforeOneIsDue) {
  SweepPlan all = plan("s.db");
  const Job fit = job(all);
  const std::string path = sweep_checkpoint(all, fit.key).path;
  ASSERT_TRUE(fit.run({}));
  EXPECT_FALSE(std::filesystem::exists(path));
  all.checkpoint_every = 0.0;
  ASSERT_TRUE(job(all).run({}));
  EXPECT_TRUE(std::filesystem::exists(path));
}

TEST_P(FitOfASweep, RemovesWhatAKilledOneLeftOfWritingItsCheckpoint) {
  const SweepPlan all = plan("s.db");
  const Job fit = job(all);
  const std::string left = sweep_checkpoint(all, fit.key).path + ".tmp-0123abcd";
  const std::string model = folder_.path("m.tmp-0123abcd");
  for (const std::string& path : {left, model}) std::ofstream(path) << "cut off";
  ASSERT_TRUE(fit.run({}));
  EXPECT_FALSE(std::filesystem::exists(left));
  EXPECT_TRUE(std::filesystem::exists(model)) << "of another file";
}

// Nobody is there to be asked, and nothing but time is lost.
TEST_P(FitOfASweep, BeginsAnewWhereItsCheckpointIsDamaged) {
  SweepPlan all = plan("s.db");
  all.checkpoint_every = 0.0;
  const Job fit = job(all);
  const std::string path = sweep_checkpoint(all, fit.key).path;
  const auto whole = fit.run({});
  ASSERT_TRUE(whole);
  const std::string bytes = testing::contents(path);
  std::string flipped = bytes;
  flipped[flipped.size() - 20] ^= 1;
  for (const std::string& damaged : {flipped, bytes.substr(0, 1000), std::string()}) {
    std::ofstream(path, std::ios::binary) << damaged;
    EXPECT_EQ(fit.run({}), whole);
  }
}

INSTANTIATE_TEST_SUITE_P(OfEachKind, FitOfASweep, ::testing::Values(SweepKind::bnn, SweepKind::vae),
                         [](const auto& tested) { return std::string(to_string(tested.param)); });

}  // namespace
}  // namespace renyi::cli::sweep_checkpoint_test
