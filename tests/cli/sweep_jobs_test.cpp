#include "cli/sweep_jobs.hpp"

#include <gtest/gtest.h>

namespace renyi::cli::sweep_jobs_test {
namespace {

TEST(SweepModelPath, SaysWhatVariesAndTheSeed) {
  const SweepCase one{.seed = 3, .name = "bnn/boston/alpha=0.5"};
  EXPECT_EQ(sweep_model_path({.keep_models = "models"}, one),
            "models/bnn-boston-alpha=0.5-seed=3.safetensors");
  EXPECT_EQ(sweep_model_path({}, one), "");
}

TEST(EachOnce, KeepsTheFirstOfEachPath) {
  const auto sources = each_once({{"b", "x", 1}, {"a", "y", 2}, {"b", "z", 3}});
  ASSERT_EQ(sources.size(), 2U);
  EXPECT_EQ(sources[0].path, "a");
  EXPECT_EQ(sources[1].fingerprint, "x");
}

TEST(StopObserver, StopsWhenThatIsAskedFor) {
  bool stop = false;
  const StopRequest request = [&] { return stop; };
  const Observer observer = stop_observer(request);
  EXPECT_EQ(observer({}), Decision::go_on);
  stop = true;
  EXPECT_EQ(observer({}), Decision::stop);
  const StopRequest nobody;
  EXPECT_EQ(stop_observer(nobody)({}), Decision::go_on);
}

}  // namespace
}  // namespace renyi::cli::sweep_jobs_test
