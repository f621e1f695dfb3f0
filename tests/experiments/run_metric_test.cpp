#include "experiments/run_metric.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"
#include "tests/support/example_runs.hpp"

namespace renyi::run_metric_test {
namespace {

std::vector<StoredRun> runs_with(const std::vector<Metrics>& metrics) {
  std::vector<StoredRun> runs;
  for (const Metrics& one : metrics)
    runs.push_back(testing::example_run(std::ssize(runs) + 1, "boston", "1", 1, one));
  return runs;
}

TEST(ChosenMetric, IsTheOneAskedForOrTheMostTelling) {
  const Metrics both = {{"bound", 1.0}, {"log_likelihood", 2.0}};
  EXPECT_EQ(chosen_metric(runs_with({both, both}), "bound"), "bound");
  EXPECT_EQ(chosen_metric(runs_with({both, {{"bound", 1.0}}}), ""), "log_likelihood");
  EXPECT_EQ(chosen_metric(runs_with({{{"bound", 1.0}, {"negative_log_likelihood", 2.0}}}), ""),
            "negative_log_likelihood");
  EXPECT_EQ(chosen_metric(runs_with({{{"bound", 1.0}, {"validation_score", 2.0}}}), ""),
            "validation_score");
  EXPECT_EQ(chosen_metric(runs_with({{{"bound", 1.0}, {"rmse", 2.0}}, {{"rmse", 2.0}}}), ""),
            "rmse")
      << "the first that all have";
}

TEST(ChosenMetric, CountsOnlyRunsThatAreDone) {
  std::vector<StoredRun> runs =
      runs_with({{{"rmse", 1.0}, {"sd", 1.0}}, {{"log_likelihood", 2.0}}});
  runs[1].status = JobStatus::running;
  EXPECT_EQ(chosen_metric(runs, ""), "rmse");
  runs[0].status = JobStatus::failed;
  EXPECT_THROW(chosen_metric(runs, ""), UsageError);
}

TEST(ChosenMetric, NamesTheNearest) {
  try {
    chosen_metric(runs_with({{{"rmse", 1.0}}}), "rsme");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "metric: expected one of rmse, found 'rsme'; perhaps 'rmse'");
  }
}

TEST(BetterEnd, IsToldByTheName) {
  for (const char* name : {"log_likelihood", "accuracy", "validation_score", "effective_draws"})
    EXPECT_EQ(better_end_of(name), Better::higher) << name;
  for (const char* name : {"negative_log_likelihood", "RMSE", "error_rate", "seconds", "crps"})
    EXPECT_EQ(better_end_of(name), Better::lower) << name;
  EXPECT_EQ(better_end_of("coverage_90"), Better::neither);
}

}  // namespace
}  // namespace renyi::run_metric_test
