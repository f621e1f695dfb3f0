#include "experiments/jobs_report.hpp"

#include <gtest/gtest.h>

namespace renyi::jobs_report_test {
namespace {

TEST(JobsReport, SaysWhatFailedAndHowFarItCame) {
  const std::vector<Job> jobs = {
      {.key = {.name = "a"}}, {.key = {.name = "b"}}, {.key = {.name = "c"}}};
  const JobsOutcome outcome{
      .jobs = {StoredJob{.status = JobStatus::done},
               StoredJob{.status = JobStatus::failed, .error = "why"}, std::nullopt},
      .failed = 1,
      .stopped = true};
  const ExperimentRun run = experiment_run(outcome);
  EXPECT_TRUE(run.stopped);
  EXPECT_EQ(run.finished, 2);
  EXPECT_EQ(run.jobs, 3);
  Report report;
  add_failures(jobs, outcome, report);
  ASSERT_EQ(report.tables.size(), 1U);
  ASSERT_EQ(report.tables[0].rows.size(), 1U);
  EXPECT_EQ(report.failure, "1 of 3 fits failed; the same command runs them again");
  EXPECT_EQ(report.tables[0].rows[0],
            (std::vector<Cell>{std::string("b"), std::int64_t{0}, std::string("why")}));
}

TEST(JobsReport, SaysNothingOfFailuresWhereThereAreNone) {
  Report report;
  add_failures({{.key = {.name = "a"}}}, {.jobs = {StoredJob{.status = JobStatus::done}}}, report);
  EXPECT_TRUE(report.tables.empty());
  EXPECT_EQ(report.failure, "");
}

}  // namespace
}  // namespace renyi::jobs_report_test
