#include "experiments/run_jobs.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "renyi/core/error.hpp"
#include "renyi/core/parallel.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::run_jobs_test {
namespace {

using testing::TemporaryFolder;

// Jobs 0, 1, ...: each gives its number and counts its run.
std::vector<Job> counting_jobs(int count, std::atomic<int>& runs) {
  std::vector<Job> jobs;
  for (int j = 0; j < count; ++j)
    jobs.push_back(
        {.key = {.name = "job " + std::to_string(j)}, .run = [j, &runs](const StopRequest&) {
           ++runs;
           return Metrics{{"number", j}};
         }});
  return jobs;
}

TEST(RunJobs, RunsEachOnceWhateverTheThreads) {
  for (const int threads : {1, 3, 50}) {
    const TemporaryFolder folder;
    const ResultStore store(folder.path("results.db"));
    std::atomic<int> runs = 0;
    const auto jobs = counting_jobs(20, runs);
    for (int time = 0; time < 2; ++time) {
      const JobsOutcome outcome = run_jobs(jobs, store, threads);
      EXPECT_EQ(runs, 20);
      EXPECT_FALSE(outcome.stopped);
      for (int j = 0; j < 20; ++j)
        EXPECT_EQ(outcome.jobs[static_cast<std::size_t>(j)].value().metrics.at("number"), j);
    }
  }
}

// Both shards of a job's own loop wait for each other, which they could not on one thread.
TEST(RunJobs, OneAtATimeTheyMayHaveThreadsOfTheirOwn) {
  const TemporaryFolder folder;
  const ResultStore store(folder.path("results.db"));
  std::atomic<int> arrived = 0, waited_in_vain = 0;
  const Job job{.key = {.name = "two threads"}, .run = [&](const StopRequest&) {
                  ThreadPool pool(2);
                  pool.for_each(2, [&](std::int64_t) {
                    ++arrived;
                    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
                    while (arrived < 2 && std::chrono::steady_clock::now() < end)
                      std::this_thread::yield();
                    if (arrived < 2) ++waited_in_vain;
                  });
                  return Metrics{{"number", 1.0}};
                }};
  run_jobs(std::vector{job}, store, 1);
  EXPECT_EQ(arrived, 2);
  EXPECT_EQ(waited_in_vain, 0);
}

TEST(RunJobs, ThoseThatDiedRunningAreRunAgain) {
  const TemporaryFolder folder;
  std::atomic<int> runs = 0;
  const auto jobs = counting_jobs(2, runs);
  const ResultStore store(folder.path("results.db"));
  store.begin(jobs[0].key);
  store.begin(jobs[1].key);
  store.finish(jobs[1].key, {{"number", 1.0}}, 1.0);
  run_jobs(jobs, store, 1);
  EXPECT_EQ(runs, 1);
  EXPECT_EQ(store.find(jobs[0].key).value().status, JobStatus::done);
}

TEST(RunJobs, AFailureIsRecordedAndTriedAgainNextTime) {
  const TemporaryFolder folder;
  const ResultStore store(folder.path("results.db"));
  std::atomic<int> runs = 0;
  auto jobs = counting_jobs(3, runs);
  const auto well = jobs[1].run;
  jobs[1].run = [](const StopRequest&) -> std::optional<Metrics> {
    throw NumericalError("step 5");
  };
  const JobsOutcome outcome = run_jobs(jobs, store, 2);
  EXPECT_EQ(outcome.failed, 1);
  EXPECT_EQ(outcome.jobs[1].value().error, "step 5");
  EXPECT_EQ(runs, 2);
  jobs[1].run = well;
  EXPECT_EQ(run_jobs(jobs, store, 2).failed, 0);
  EXPECT_EQ(runs, 3);
}

TEST(RunJobs, StopsWithWhatIsDoneKept) {
  const TemporaryFolder folder;
  const ResultStore store(folder.path("results.db"));
  std::atomic<int> runs = 0;
  auto jobs = counting_jobs(5, runs);
  jobs[3].run = [](const StopRequest& stop) {
    return stop() ? std::nullopt : std::optional(Metrics{});
  };
  const JobsOutcome outcome = run_jobs(jobs, store, 1, {.stop = [&] { return runs >= 3; }});
  EXPECT_TRUE(outcome.stopped);
  EXPECT_EQ(runs, 3);
  EXPECT_TRUE(outcome.jobs[2]);
  EXPECT_FALSE(outcome.jobs[3]);
  EXPECT_FALSE(run_jobs(jobs, store, 1).stopped);
  EXPECT_EQ(runs, 4);
}

TEST(RunJobs, WhatIsNoErrorOfTheLibraryEndsTheRun) {
  const TemporaryFolder folder;
  const ResultStore store(folder.path("results.db"));
  std::atomic<int> runs = 0;
  auto jobs = counting_jobs(4, runs);
  jobs[1].run = [](const StopRequest&) -> std::optional<Metrics> {
    throw std::logic_error("a mistake");
  };
  EXPECT_THROW(run_jobs(jobs, store, 1), std::logic_error);
  EXPECT_EQ(runs, 1);
}

TEST(RunJobs, TellsHowFarItIs) {
  const TemporaryFolder folder;
  const ResultStore store(folder.path("results.db"));
  std::atomic<int> runs = 0;
  const auto jobs = counting_jobs(4, runs);
  run_jobs({jobs[2]}, store, 1);
  std::vector<std::int64_t> finished;
  run_jobs(jobs, store, 1, {.progress = [&](const JobsProgress& progress) {
             finished.push_back(progress.finished);
             EXPECT_EQ(progress.jobs, 4);
             EXPECT_EQ(progress.stored, 1);
             EXPECT_EQ(progress.last == nullptr, progress.finished == 1);
             EXPECT_EQ(progress.seconds_left == 0.0, progress.finished == 4);
           }});
  EXPECT_EQ(finished, (std::vector<std::int64_t>{1, 2, 3, 4}));
}

}  // namespace
}  // namespace renyi::run_jobs_test
