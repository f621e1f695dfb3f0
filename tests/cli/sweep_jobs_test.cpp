#include "cli/sweep_jobs.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <set>

#include "renyi/data/run_list.hpp"

namespace renyi::cli::sweep_jobs_test {
namespace {

TEST(SweepModelPath, SaysWhatVariesAndTheSeed) {
  SweepPlan plan{.data = {{"data/boston"}},
                 .seeds = {{"3"}},
                 .options = {{.name = "alpha", .values = {{"0.5"}, {"1"}}}},
                 .keep_models = "models"};
  EXPECT_EQ(sweep_model_path(plan, sweep_cases(plan).front()),
            "models/bnn-boston-alpha=0.5-seed=3.safetensors");
  plan.keep_models = "";
  EXPECT_EQ(sweep_model_path(plan, sweep_cases(plan).front()), "");
}

TEST(SweepModelPath, IsAnotherForEveryCase) {
  const SweepPlan plan{.data = {{"a/b/t.csv"}, {"a-b/t.csv"}},
                       .seeds = {{"1"}, {"2"}},
                       .options = {{.name = "target", .values = {{"a/b"}, {"a-b"}}}},
                       .keep_models = "models"};
  std::set<std::string> paths;
  for (const SweepCase& one : sweep_cases(plan)) {
    paths.insert(sweep_model_path(plan, one));
    EXPECT_EQ(std::filesystem::path(sweep_model_path(plan, one)).parent_path(), "models");
  }
  EXPECT_EQ(paths.size(), 8U);
}

TEST(SweepLabels, SayWhereDataLieAndWhatTheyAre) {
  const SweepPlan plan{.data = {{"a/t=1.csv"}}, .test = SweepValue{"test.csv"}, .seeds = {{"1"}}};
  const SweepCase one = sweep_cases(plan).front();
  const JobLabels labels = sweep_labels(plan, one, {{"a/t=1.csv", "x", 1}, {"test.csv", "y", 2}});
  EXPECT_EQ(labels.at("data"), "t=1");
  EXPECT_EQ(labels.at("test"), "test.csv");
  const auto content = [&](const char* data, const char* test) {
    return sweep_labels(plan, one, {{"elsewhere", data, 1}, {"test.csv", test, 2}})
        .at(std::string(data_label));
  };
  EXPECT_EQ(content("x", "y"), labels.at(std::string(data_label)));
  EXPECT_NE(content("z", "y"), content("x", "y"));
  EXPECT_NE(content("x", "z"), content("x", "y"));
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
