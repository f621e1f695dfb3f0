#include "experiments/shared_jobs.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <set>

#include "renyi/core/error.hpp"
#include "tests/core/thread_communicator.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::shared_jobs_test {
namespace {

using testing::as_processes;
using testing::TemporaryFolder;

Job job(int number, std::function<std::optional<JobResult>(const StopRequest&)> run) {
  return {.key = {.name = "job " + std::to_string(number), .options = "{}"}, .run = std::move(run)};
}

JobResult result(int number) {
  return {
      .metrics = {{"third", number / 3.0}, {"infinite", -std::numeric_limits<double>::infinity()}},
      .epochs = {{1, {{"bound", -1.5}}}, {2, {{"bound", 0.1 * number}}}},
      .seconds_before = 1000.0};
}

TEST(SharedJobs, AreRunOnceByWhoeverIsFree) {
  const TemporaryFolder folder;
  const ResultStore store(folder.path("a.db"));
  for (const int processes : {1, 2, 4}) {
    std::atomic<int> runs = 0;
    std::set<std::thread::id> threads;
    std::mutex mutex;
    std::vector<Job> jobs;
    for (int j = 0; j < 12; ++j)
      jobs.push_back(job(100 * processes + j, [&, j](const StopRequest&) {
        ++runs;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        const std::lock_guard lock(mutex);
        threads.insert(std::this_thread::get_id());
        return result(j);
      }));
    as_processes(processes, [&](Communicator& others) {
      const JobsOutcome outcome =
          run_shared_jobs(jobs, others.rank() == 0 ? &store : nullptr, others);
      if (others.rank() != 0) return;
      ASSERT_EQ(outcome.jobs.size(), 12U);
      for (int j = 0; j < 12; ++j) {
        const StoredJob& stored = outcome.jobs[static_cast<std::size_t>(j)].value();
        EXPECT_EQ(stored.status, JobStatus::done);
        EXPECT_EQ(stored.metrics, result(j).metrics);
        EXPECT_GT(stored.seconds, 1000.0);
        EXPECT_EQ(store.epochs(jobs[static_cast<std::size_t>(j)].key), result(j).epochs);
      }
    });
    EXPECT_EQ(runs, 12);
    EXPECT_GE(std::ssize(threads), processes);
    // Again: everything is there.
    as_processes(processes, [&](Communicator& others) {
      run_shared_jobs(jobs, others.rank() == 0 ? &store : nullptr, others);
    });
    EXPECT_EQ(runs, 12);
  }
}

TEST(SharedJobs, FailWithTheirMessageWhereverTheyRan) {
  const TemporaryFolder folder;
  const ResultStore store(folder.path("a.db"));
  std::vector<Job> jobs;
  for (int j = 0; j < 6; ++j)
    jobs.push_back(job(j, [j](const StopRequest&) -> std::optional<JobResult> {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      if (j % 2 == 1) throw NumericalError("bound 3: expected a number");
      return result(j);
    }));
  as_processes(3, [&](Communicator& others) {
    const JobsOutcome outcome =
        run_shared_jobs(jobs, others.rank() == 0 ? &store : nullptr, others);
    if (others.rank() != 0) return;
    EXPECT_EQ(outcome.failed, 3);
    for (std::size_t j = 0; j < 6; ++j)
      EXPECT_EQ(outcome.jobs[j]->error, j % 2 == 1 ? "bound 3: expected a number" : "");
  });
}

TEST(SharedJobs, OneThatRunsOutOfMemoryHasFailedWhereverItRan) {
  const TemporaryFolder folder;
  const ResultStore store(folder.path("a.db"));
  std::vector<Job> jobs;
  for (int j = 0; j < 6; ++j)
    jobs.push_back(job(j, [j](const StopRequest&) -> std::optional<JobResult> {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      if (j % 2 == 1) throw std::bad_alloc();
      return JobResult{};
    }));
  as_processes(3, [&](Communicator& others) {
    const JobsOutcome outcome =
        run_shared_jobs(jobs, others.rank() == 0 ? &store : nullptr, others);
    if (others.rank() != 0) return;
    EXPECT_EQ(outcome.failed, 3);
    for (std::size_t j = 0; j < 6; ++j)
      EXPECT_EQ(outcome.jobs[j]->error, j % 2 == 1 ? "out of memory" : "");
  });
}

// As it would in one process: the sweep ends, with the exit code of the disk.
TEST(SharedJobs, OneThatCouldNotWriteEndsAllWhereverItRan) {
  const TemporaryFolder folder;
  const ResultStore store(folder.path("a.db"));
  std::vector<Job> jobs;
  for (int j = 0; j < 6; ++j)
    jobs.push_back(job(j, [](const StopRequest& stop) -> std::optional<JobResult> {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      if (stop()) return std::nullopt;
      throw DataError::input_output("m", "No space left on device");
    }));
  as_processes(3, [&](Communicator& others) {
    if (others.rank() != 0) {
      run_shared_jobs(jobs, nullptr, others);
      return;
    }
    try {
      run_shared_jobs(jobs, &store, others);
      ADD_FAILURE();
    } catch (const Error& error) {
      EXPECT_EQ(error.exit_code(), ExitCode::input_output);
    }
  });
  for (const Job& one : jobs) {
    const auto known = store.find(one.key);
    EXPECT_FALSE(known && known->status == JobStatus::failed);
  }
}

// The first process is asked to stop, and tells the others.
TEST(SharedJobs, StopEverywhere) {
  const TemporaryFolder folder;
  const ResultStore store(folder.path("a.db"));
  std::atomic<int> running = 0;
  std::vector<Job> jobs;
  for (int j = 0; j < 9; ++j)
    jobs.push_back(job(j, [&](const StopRequest& stop) -> std::optional<JobResult> {
      ++running;
      while (!stop()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      return std::nullopt;
    }));
  as_processes(3, [&](Communicator& others) {
    const bool is_first = others.rank() == 0;
    JobHooks hooks;
    if (is_first) hooks.stop = [&] { return running == 3; };
    const JobsOutcome outcome = run_shared_jobs(jobs, is_first ? &store : nullptr, others, hooks);
    EXPECT_EQ(outcome.stopped, is_first);
  });
  EXPECT_EQ(running, 3);
}

// The last process takes its first job and is never heard of again; its job is run by another.
TEST(SharedJobs, OfAProcessThatIsLostAreRunByOthers) {
  const TemporaryFolder folder;
  const ResultStore store(folder.path("a.db"));
  std::atomic<int> runs = 0;
  std::vector<Job> jobs;
  for (int j = 0; j < 6; ++j)
    jobs.push_back(job(j, [&, j](const StopRequest&) {
      ++runs;
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      return result(j);
    }));
  as_processes(3, [&](Communicator& others) {
    if (others.rank() == 2) {
      while (!others.receive(0)) std::this_thread::sleep_for(std::chrono::milliseconds(1));
      return;
    }
    const JobsOutcome outcome =
        run_shared_jobs(jobs, others.rank() == 0 ? &store : nullptr, others, {}, 1.0);
    EXPECT_TRUE(others.has_lost()) << "each of those that are left knows";
    if (others.rank() != 0) return;
    EXPECT_EQ(outcome.lost, 1);
    for (const auto& one : outcome.jobs) EXPECT_EQ(one.value().status, JobStatus::done);
  });
  EXPECT_EQ(runs, 6);
}

TEST(SharedJobs, EndWithoutTheFirstProcess) {
  as_processes(2, [&](Communicator& others) {
    if (others.rank() == 0) return;
    EXPECT_THROW(run_shared_jobs({}, nullptr, others, {}, 0.2), Error);
  });
}

// A job that takes longer than the patience, without asking whether to stop.
TEST(SharedJobs, MayTakeLong) {
  const TemporaryFolder folder;
  const ResultStore store(folder.path("a.db"));
  std::atomic<int> runs = 0;
  std::vector<Job> jobs;
  for (int j = 0; j < 2; ++j)
    jobs.push_back(job(j, [&, j](const StopRequest&) {
      ++runs;
      std::this_thread::sleep_for(std::chrono::milliseconds(2500));
      return result(j);
    }));
  as_processes(2, [&](Communicator& others) {
    run_shared_jobs(jobs, others.rank() == 0 ? &store : nullptr, others, {}, 1.0);
    EXPECT_FALSE(others.has_lost());
  });
  EXPECT_EQ(runs, 2);
}

}  // namespace
}  // namespace renyi::shared_jobs_test
