#include "experiments/run_jobs.hpp"

#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <thread>

#include "renyi/core/error.hpp"
#include "renyi/core/parallel.hpp"
#include "tests/support/child_process.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::run_jobs_test {
namespace {

using testing::in_child;
using testing::TemporaryFolder;

// Jobs 0, 1, ...: each gives its number and counts its run.
std::vector<Job> counting_jobs(int count, std::atomic<int>& runs) {
  std::vector<Job> jobs;
  for (int j = 0; j < count; ++j)
    jobs.push_back(
        {.key = {.name = "job " + std::to_string(j)}, .run = [j, &runs](const StopRequest&) {
           ++runs;
           return JobResult{.metrics = {{"number", j}}};
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

TEST(RunJobs, SecondsBeforeAnInterruptCount) {
  const TemporaryFolder folder;
  const ResultStore store(folder.path("results.db"));
  const Job job{.key = {.name = "continued"},
                .run = [](const StopRequest&) { return JobResult{.seconds_before = 1000.0}; }};
  const double seconds = run_jobs(std::vector{job}, store, 1).jobs.front().value().seconds;
  EXPECT_GT(seconds, 1000.0);
  EXPECT_LT(seconds, 1100.0);
}

// Also after a program that died in between: the store has the result then.
TEST(RunJobs, CleanUpOnceTheStoreHasTheResult) {
  const TemporaryFolder folder;
  const ResultStore store(folder.path("results.db"));
  std::atomic<int> runs = 0;
  auto jobs = counting_jobs(2, runs);
  jobs[1].run = [](const StopRequest&) -> std::optional<JobResult> {
    throw DataError({}, "a", "b");
  };
  std::array<int, 2> cleaned = {0, 0};
  for (std::size_t j = 0; j < 2; ++j)
    jobs[j].clean_up = [&, j] {
      ++cleaned.at(j);
      EXPECT_EQ(store.find(jobs[j].key).value().status, JobStatus::done);
    };
  run_jobs(jobs, store, 1);
  EXPECT_EQ(cleaned, (std::array{1, 0}));
  run_jobs(jobs, store, 1);
  EXPECT_EQ(cleaned, (std::array{2, 0}));
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
                  return JobResult{.metrics = {{"number", 1.0}}};
                }};
  run_jobs(std::vector{job}, store, 1);
  EXPECT_EQ(arrived, 2);
  EXPECT_EQ(waited_in_vain, 0);
}

TEST(RunJobs, ThoseThatDiedRunningAreRunAgain) {
  const TemporaryFolder folder;
  std::atomic<int> runs = 0;
  const auto jobs = counting_jobs(2, runs);
  in_child([&] {
    const ResultStore store(folder.path("results.db"));
    store.claim(jobs[0].key);
    store.claim(jobs[1].key);
    store.finish(jobs[1].key, {.metrics = {{"number", 1.0}}}, 1.0);
    ::raise(SIGKILL);
    return 0;
  });
  const ResultStore store(folder.path("results.db"));
  EXPECT_FALSE(run_jobs(jobs, store, 1).stopped);
  EXPECT_EQ(runs, 1);
  EXPECT_EQ(store.find(jobs[0].key).value().status, JobStatus::done);
}

// One is done by the other program in time, one fails there, and the program dies with the last.
TEST(RunJobs, WaitsForWhatOtherProgramsHaveAndTakesItOverWhenTheyDie) {
  const TemporaryFolder folder;
  std::atomic<int> runs = 0;
  const auto jobs = counting_jobs(5, runs);
  std::array<int, 2> claimed{};
  ASSERT_EQ(::pipe(claimed.data()), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const ResultStore store(folder.path("results.db"));
    for (const std::size_t j : {0U, 2U, 4U}) store.claim(jobs[j].key);
    if (::write(claimed[1], "x", 1) != 1) ::_exit(1);
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    store.finish(jobs[2].key, {.metrics = {{"number", 200.0}}}, 1.0);
    store.fail(jobs[4].key, "there", 1.0);
    ::raise(SIGKILL);
  }
  char byte = 0;
  ASSERT_EQ(::read(claimed[0], &byte, 1), 1);
  const ResultStore store(folder.path("results.db"));
  std::int64_t most_waiting = 0;
  const JobsOutcome outcome =
      run_jobs(jobs, store, 2, {.progress = [&](const JobsProgress& progress) {
                 most_waiting = std::max(most_waiting, progress.waiting);
               }});
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(runs, 3);  // 1, 3 and 0
  EXPECT_EQ(most_waiting, 3);
  EXPECT_EQ(outcome.failed, 1);
  EXPECT_EQ(outcome.jobs[0].value().metrics.at("number"), 0.0);
  EXPECT_EQ(outcome.jobs[2].value().metrics.at("number"), 200.0);
  EXPECT_EQ(outcome.jobs[4].value().error, "there");
}

TEST(RunJobs, StopsWaitingWhenAsked) {
  const TemporaryFolder folder;
  const ResultStore store(folder.path("results.db"));
  std::atomic<int> runs = 0;
  const auto jobs = counting_jobs(2, runs);
  ASSERT_TRUE(store.claim(jobs[0].key));  // by this process, which lives
  bool waiting = false;
  const JobsOutcome outcome =
      run_jobs(jobs, store, 1,
               {.stop = [&] { return waiting; },
                .progress = [&](const JobsProgress& now) { waiting = now.waiting > 0; }});
  EXPECT_TRUE(outcome.stopped);
  EXPECT_FALSE(outcome.jobs[0]);
  EXPECT_EQ(runs, 1);
}

// Each job once, whichever program runs it, and every program has the whole outcome.
TEST(RunJobs, SeveralProgramsShareTheWork) {
  const TemporaryFolder folder;
  constexpr int count = 60;
  const auto jobs_of = [&](int program) {
    std::vector<Job> jobs;
    for (int j = 0; j < count; ++j)
      jobs.push_back({.key = {.name = "job " + std::to_string(j)}, .run = [=, &folder](auto&) {
                        const std::string name =
                            "run " + std::to_string(j) + " by " + std::to_string(program);
                        folder.file(name, "");
                        return JobResult{.metrics = {{"program", program}}};
                      }});
    return jobs;
  };
  std::vector<pid_t> children;
  for (int program = 0; program < 3; ++program) {
    children.push_back(::fork());
    if (children.back() == 0) {
      const ResultStore store(folder.path("results.db"));
      const JobsOutcome outcome = run_jobs(jobs_of(program), store, 2);
      ::_exit(std::ranges::all_of(outcome.jobs, [](const auto& job) { return job.has_value(); })
                  ? 0
                  : 1);
    }
  }
  for (const pid_t child : children) {
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  }
  std::size_t runs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    runs += entry.path().filename().string().starts_with("run ") ? 1U : 0U;
  EXPECT_EQ(runs, std::size_t{count});
}

TEST(RunJobs, AFailureIsRecordedAndTriedAgainNextTime) {
  const TemporaryFolder folder;
  const ResultStore store(folder.path("results.db"));
  std::atomic<int> runs = 0;
  auto jobs = counting_jobs(3, runs);
  const auto well = jobs[1].run;
  jobs[1].run = [](const StopRequest&) -> std::optional<JobResult> {
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
    return stop() ? std::nullopt : std::optional(JobResult{});
  };
  const JobsOutcome outcome = run_jobs(jobs, store, 1, {.stop = [&] { return runs >= 3; }});
  EXPECT_TRUE(outcome.stopped);
  EXPECT_EQ(runs, 3);
  EXPECT_TRUE(outcome.jobs[2]);
  EXPECT_FALSE(outcome.jobs[3]);
  EXPECT_EQ(store.keys().size(), 3U) << "none that seems to be running";
  EXPECT_FALSE(run_jobs(jobs, store, 1).stopped);
  EXPECT_EQ(runs, 4);
}

TEST(RunJobs, WhatIsNoErrorOfTheLibraryEndsTheRun) {
  const TemporaryFolder folder;
  const ResultStore store(folder.path("results.db"));
  std::atomic<int> runs = 0;
  auto jobs = counting_jobs(4, runs);
  jobs[1].run = [](const StopRequest&) -> std::optional<JobResult> {
    throw std::logic_error("a mistake");
  };
  EXPECT_THROW(run_jobs(jobs, store, 1), std::logic_error);
  EXPECT_EQ(runs, 1);
  EXPECT_TRUE(store.claim(jobs[1].key));
}

// A full disk, say: the next job would only meet it too.
TEST(RunJobs, OneThatCouldNotReadOrWriteEndsTheRunAndIsLeftOpen) {
  for (const int threads : {1, 3}) {
    const TemporaryFolder folder;
    const ResultStore store(folder.path("results.db"));
    std::atomic<int> runs = 0;
    auto jobs = counting_jobs(40, runs);
    jobs[1].run = [](const StopRequest&) -> std::optional<JobResult> {
      throw DataError::input_output("s.db-1.checkpoint", "No space left on device");
    };
    for (std::size_t j = 2; j < jobs.size(); ++j)
      jobs[j].run = [](const StopRequest& stop) -> std::optional<JobResult> {
        while (!stop()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return std::nullopt;
      };
    try {
      run_jobs(jobs, store, threads);
      ADD_FAILURE();
    } catch (const DataError& error) {
      EXPECT_EQ(error.exit_code(), ExitCode::input_output);
      EXPECT_EQ(error.place().file, "s.db-1.checkpoint");
    }
    EXPECT_EQ(runs, 1);
    for (const Job& job : jobs) {
      const auto known = store.find(job.key);
      EXPECT_FALSE(known && known->status == JobStatus::failed);
    }
    EXPECT_TRUE(store.claim(jobs[1].key));
  }
}

// Of its own size: smaller ones may do.
TEST(RunJobs, OneThatRunsOutOfMemoryHasFailed) {
  for (const int threads : {1, 2}) {
    const TemporaryFolder folder;
    const ResultStore store(folder.path("results.db"));
    std::atomic<int> runs = 0;
    auto jobs = counting_jobs(4, runs);
    jobs[1].run = [](const StopRequest&) -> std::optional<JobResult> { throw std::bad_alloc(); };
    const JobsOutcome outcome = run_jobs(jobs, store, threads);
    EXPECT_EQ(runs, 3);
    EXPECT_EQ(outcome.failed, 1);
    EXPECT_EQ(outcome.jobs[1]->error, "out of memory");
  }
}

TEST(RunJobs, OnesThatAreTheSameAreRunOnce) {
  for (const int threads : {1, 2}) {
    const TemporaryFolder folder;
    const ResultStore store(folder.path("results.db"));
    std::atomic<int> runs = 0;
    auto jobs = counting_jobs(2, runs);
    jobs.push_back(jobs[0]);
    const JobsOutcome outcome = run_jobs(jobs, store, threads);
    EXPECT_EQ(runs, 2);
    EXPECT_EQ(outcome.jobs[2]->metrics, outcome.jobs[0]->metrics);
  }
}

// Of the others' jobs, too, it tells how many are done.
TEST(RunJobs, OneThatIsStoppedCountsWhatOtherProgramsHaveDone) {
  const TemporaryFolder folder;
  const ResultStore store(folder.path("results.db")), other(folder.path("results.db"));
  std::atomic<int> runs = 0;
  auto jobs = counting_jobs(3, runs);
  jobs[0].run = [&](const StopRequest&) -> std::optional<JobResult> {
    run_jobs({jobs[2]}, other, 1);
    return std::nullopt;
  };
  const JobsOutcome outcome =
      run_jobs({jobs[0], jobs[1], jobs[2]}, store, 1, {.stop = [&] { return runs > 0; }});
  EXPECT_TRUE(outcome.stopped);
  EXPECT_FALSE(outcome.jobs[0]);
  EXPECT_FALSE(outcome.jobs[1]);
  ASSERT_TRUE(outcome.jobs[2]);
  EXPECT_EQ(outcome.jobs[2]->status, JobStatus::done);
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
