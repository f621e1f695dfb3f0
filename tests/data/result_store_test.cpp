#include "renyi/data/result_store.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <signal.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "renyi/core/error.hpp"
#include "renyi/core/version.hpp"
#include "renyi/data/process_identity.hpp"
#include "renyi/data/run_list.hpp"
#include "renyi/data/store_schema.hpp"
#include "tests/support/child_process.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::result_store_test {
namespace {

using testing::in_child;
using testing::TemporaryFolder;

const JobKey key{.name = "bnn/boston/split=3/alpha=0.5",
                 .options = R"({"draws":100})",
                 .seed = 0xFFFFFFFFFFFFFFFFU,
                 .fingerprint = "fnv1a64:0123456789abcdef"};
const Metrics metrics = {{"rmse", 2.5}, {"negative_log_likelihood", -0.1}};
const EpochMetrics epochs = {{1, {{"bound", -3.0}}},
                             {2, {{"bound", -2.0}, {"validation_score", -1.0}}}};
const JobResult result = {metrics, epochs};

std::string integrity(const std::string& path) {
  return SqlDatabase(path).text("PRAGMA integrity_check");
}

TEST(ResultStore, KeepsWhatAJobGave) {
  const TemporaryFolder folder;
  {
    const ResultStore store(folder.path("results.db"));
    EXPECT_FALSE(store.find(key));
    EXPECT_TRUE(store.claim(key));
    EXPECT_EQ(store.find(key).value().status, JobStatus::running);
    EXPECT_TRUE(store.find(key).value().finished.empty());
    store.finish(key, result, 12.5);
  }
  const ResultStore again(folder.path("results.db"));
  const StoredJob job = again.find(key).value();
  EXPECT_EQ(job.status, JobStatus::done);
  EXPECT_EQ(job.metrics, metrics);
  EXPECT_EQ(again.epochs(key), epochs);
  EXPECT_EQ(job.host, this_process().host);
  EXPECT_EQ(job.seconds, 12.5);
  EXPECT_EQ(job.version, version);
  EXPECT_EQ(job.error, "");
  EXPECT_EQ(job.started.size(), std::string("2016-02-06T12:00:00.000Z").size());
  EXPECT_LE(job.started, job.finished);
}

TEST(ResultStore, KeepsWhyAJobFailed) {
  const TemporaryFolder folder;
  const ResultStore store(folder.path("results.db"));
  store.claim(key);
  store.fail(key, "step 3: the bound is not a number", 1.0);
  EXPECT_EQ(store.find(key).value().status, JobStatus::failed);
  EXPECT_EQ(store.find(key).value().error, "step 3: the bound is not a number");
}

TEST(ResultStore, JobsAreTheSameOnlyIfEverythingAgrees) {
  const TemporaryFolder folder;
  const ResultStore store(folder.path("results.db"));
  store.claim(key);
  store.finish(key, result, 1.0);
  std::vector<JobKey> others(4, key);
  others[0].name = "bnn/boston/split=4/alpha=0.5";
  others[1].options = R"({"draws":10})";
  others[2].seed = 1;
  others[3].fingerprint = "fnv1a64:0";
  for (const JobKey& other : others) {
    EXPECT_FALSE(store.find(other));
    store.claim(other);
    store.finish(other, {.metrics = {{"rmse", 1.0}}}, 1.0);
  }
  EXPECT_EQ(store.find(key).value().metrics, metrics);
  others.insert(others.begin(), key);
  EXPECT_EQ(store.keys(), others);
}

TEST(ResultStore, FinishingAgainForgets) {
  const TemporaryFolder folder;
  const ResultStore store(folder.path("results.db"));
  store.claim(key);
  store.finish(key, result, 1.0);
  store.finish(key, {.metrics = {{"rmse", 1.0}}, .epochs = {{1, {{"bound", 4.0}}}}}, 1.0);
  EXPECT_EQ(store.find(key).value().metrics, (Metrics{{"rmse", 1.0}}));
  EXPECT_EQ(store.epochs(key), (EpochMetrics{{1, {{"bound", 4.0}}}}));
}

TEST(ResultStore, AJobThatFailedMayBeClaimedAgainAndIsForgotten) {
  const TemporaryFolder folder;
  const ResultStore store(folder.path("results.db"));
  store.claim(key);
  store.finish(key, result, 1.0);
  store.fail(key, "after all", 1.0);
  EXPECT_TRUE(store.claim(key));
  EXPECT_EQ(store.find(key).value().status, JobStatus::running);
  EXPECT_EQ(store.find(key).value().error, "");
  const SqlDatabase database(store.path());
  EXPECT_EQ(database.integer("SELECT count(*) FROM metrics"), 0);
  EXPECT_EQ(database.integer("SELECT count(*) FROM epochs"), 0);
}

TEST(ResultStore, OneConnectionAloneHasAJob) {
  const TemporaryFolder folder;
  const ResultStore one(folder.path("results.db")), other(folder.path("results.db"));
  EXPECT_TRUE(one.claim(key));
  EXPECT_FALSE(other.claim(key));
  EXPECT_FALSE(one.claim(key));
  one.let_go(key);
  EXPECT_FALSE(one.find(key));
  EXPECT_TRUE(other.claim(key));
  other.finish(key, result, 1.0);
  EXPECT_FALSE(one.claim(key));
  one.let_go(key);  // of what is done, nothing
  EXPECT_FALSE(one.claim(key));
  EXPECT_EQ(one.find(key).value().metrics, metrics);
}

TEST(ResultStore, AJobOfAnotherProcessIsNotLetGo) {
  const TemporaryFolder folder;
  const ResultStore store(folder.path("results.db"));
  store.claim(key);
  const SqlDatabase database(store.path());
  database.run("UPDATE jobs SET process = 1");
  store.let_go(key);
  EXPECT_TRUE(store.find(key));
  EXPECT_EQ(database.text("SELECT host FROM jobs"), this_process().host);
}

TEST(ResultStore, AJobIsFreeWhenItsProcessHasDied) {
  const TemporaryFolder folder;
  const std::string path = folder.path("results.db");
  EXPECT_EQ(in_child([&] {
              const ResultStore store(path);
              if (!store.claim(key)) return 1;
              ::raise(SIGKILL);
              return 0;
            }),
            -1);
  const ResultStore store(path);
  EXPECT_EQ(store.find(key).value().host, this_process().host);
  EXPECT_TRUE(store.claim(key));
}

// A number that another process has now, and a host of which nothing is known.
TEST(ResultStore, TellsProcessesApartByTheirStartAndTheirHost) {
  const TemporaryFolder folder;
  const ResultStore store(folder.path("results.db"));
  const SqlDatabase database(folder.path("results.db"));
  store.claim(key);
  database.run("UPDATE jobs SET process_start = '1'");
  EXPECT_TRUE(store.claim(key));
  EXPECT_FALSE(store.claim(key));
  database.run("UPDATE jobs SET process = 0, host = 'another'");
  EXPECT_FALSE(store.claim(key));
}

TEST(ResultStore, RefusesToEndWhatWasNotClaimed) {
  const TemporaryFolder folder;
  const ResultStore store(folder.path("results.db"));
  EXPECT_THROW(store.finish(key, result, 1.0), UsageError);
  EXPECT_FALSE(store.find(key));
}

TEST(ResultStore, SurvivesAKill) {
  const TemporaryFolder folder;
  const std::string path = folder.path("results.db");
  JobKey second = key;
  second.seed = 2;
  const int status = in_child([&] {
    const ResultStore store(path);
    store.claim(key);
    store.finish(key, result, 1.0);
    store.claim(second);
    const SqlDatabase half(path);
    const SqlTransaction open(half);
    half.run("DELETE FROM jobs");
    ::raise(SIGKILL);
    return 0;
  });
  EXPECT_EQ(status, -1);
  const ResultStore store(path);
  EXPECT_EQ(store.find(key).value().metrics, metrics);
  EXPECT_EQ(store.find(second).value().status, JobStatus::running);
  EXPECT_EQ(integrity(path), "ok");
}

TEST(ResultStore, ServesSeveralConnectionsAtOnce) {
  const TemporaryFolder folder;
  const std::string path = folder.path("results.db");
  constexpr std::uint64_t jobs = 25;
  std::vector<std::thread> threads;
  for (std::uint64_t t = 0; t < 3; ++t)
    threads.emplace_back([&, t] {
      const ResultStore store(path);  // all make the file at the same time
      for (std::uint64_t j = 0; j < jobs; ++j) {
        JobKey mine = key;
        mine.seed = t * jobs + j;
        store.claim(mine);
        store.finish(mine, {.metrics = {{"seed", static_cast<double>(mine.seed)}}}, 1.0);
      }
    });
  for (std::thread& thread : threads) thread.join();
  const ResultStore store(path);
  for (std::uint64_t seed = 0; seed < 3 * jobs; ++seed) {
    JobKey one = key;
    one.seed = seed;
    EXPECT_EQ(store.find(one).value().metrics.at("seed"), static_cast<double>(seed));
  }
  EXPECT_EQ(integrity(path), "ok");
}

TEST(ResultStore, OfManyWhoClaimAJobAtOnceOneGetsIt) {
  const TemporaryFolder folder;
  const std::string path = folder.path("results.db");
  constexpr std::uint64_t jobs = 25;
  std::vector<std::thread> threads;
  std::vector<std::atomic<int>> got(jobs);
  for (int t = 0; t < 3; ++t)
    threads.emplace_back([&] {
      const ResultStore store(path);
      for (std::uint64_t j = 0; j < jobs; ++j) {
        JobKey one = key;
        one.seed = j;
        if (store.claim(one)) ++got[j];
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (const auto& times : got) EXPECT_EQ(times, 1);
}

// Whoever has noted it finds it there.
TEST(ResultStore, KeepsTheNumberOfAJobThatIsTriedAgain) {
  const TemporaryFolder folder;
  const ResultStore store(folder.path("results.db"));
  const auto number = [&] {
    return SqlDatabase(folder.path("results.db")).integer("SELECT min(id) FROM jobs");
  };
  JobKey other = key;
  other.seed = 77;
  ASSERT_TRUE(store.claim(key, {{"data", "a"}}));
  store.fail(key, "too large a step", 1.0);
  ASSERT_TRUE(store.claim(other));
  const std::int64_t before = number();
  ASSERT_TRUE(store.claim(key, {{"data", "b"}}));
  EXPECT_EQ(number(), before);
  EXPECT_EQ(store.find(key)->error, "") << "forgotten";
  EXPECT_EQ(store.find(key)->finished, "");
  store.finish(key, result, 1.0);
  const RunList runs(folder.path("results.db"));
  EXPECT_EQ(runs.runs().front().options.at("data"), "b");
  EXPECT_EQ(runs.runs().front().metrics, metrics);
}

void expect_refused(const std::string& path, const std::string& found) {
  const std::string before = testing::contents(path);
  try {
    const ResultStore store(path);
    FAIL() << path;
  } catch (const DataError& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::data);
    EXPECT_NE(std::string(error.what()).find(found), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find(path), std::string::npos) << error.what();
  }
  EXPECT_EQ(testing::contents(path), before);
}

TEST(ResultStore, RefusesOtherFilesAndLeavesThemAsTheyAre) {
  const TemporaryFolder folder;
  expect_refused(folder.file("notes.txt", std::string(5000, 'x')), "a file that is none");
  SqlDatabase(folder.path("other.db")).run("CREATE TABLE birds (name TEXT)");
  expect_refused(folder.path("other.db"), "another SQLite database");
  { const ResultStore store(folder.path("later.db")); }
  const std::string later = std::to_string(store_version + 1);
  SqlDatabase(folder.path("later.db")).run("PRAGMA user_version = " + later);
  expect_refused(folder.path("later.db"), "version " + later + ", of a later renyi");
}

// Truncated at any byte a store is refused, or is one without these results: never read wrongly.
TEST(ResultStore, NeverReadsATruncatedFileWrongly) {
  const TemporaryFolder folder;
  {
    const ResultStore store(folder.path("results.db"));
    store.claim(key);
    store.finish(key, result, 1.0);
  }
  const std::string whole = testing::contents(folder.path("results.db"));
  ASSERT_GT(whole.size(), 4096U);
  for (std::size_t size = 0; size < whole.size(); size += 509) {
    const std::string path = folder.file(std::to_string(size), whole.substr(0, size));
    try {
      const ResultStore store(path);
      const auto job = store.find(key);
      EXPECT_TRUE(!job || job->metrics == metrics) << size;
    } catch (const DataError&) {
    }
  }
}

}  // namespace
}  // namespace renyi::result_store_test
