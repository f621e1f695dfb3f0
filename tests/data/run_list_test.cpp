#include "renyi/data/run_list.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <thread>

#include "renyi/core/error.hpp"
#include "renyi/core/version.hpp"
#include "renyi/data/store_schema.hpp"
#include "tests/support/example_runs.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::run_list_test {
namespace {

using testing::TemporaryFolder;

TEST(RunList, ReadsWhatTheStoreHolds) {
  const TemporaryFolder folder;
  testing::fill_example_store(folder.path("results.db"));
  const RunList list(folder.path("results.db"));
  ASSERT_EQ(list.runs().size(), 5U);
  const StoredRun& run = list.run(2);
  EXPECT_EQ(run.name, "bnn/boston/alpha=1");
  EXPECT_EQ(run.options, (std::map<std::string, std::string>{{"alpha", "1"},
                                                             {"data", "boston"},
                                                             {"draws", "10"},
                                                             {"fit", "bnn"},
                                                             {"hidden", "50,50"}}));
  EXPECT_EQ(run.seed, 1U);
  EXPECT_EQ(run.fingerprint, "fnv1a64:0");
  EXPECT_EQ(run.version, version);
  EXPECT_EQ(run.status, JobStatus::done);
  EXPECT_EQ(run.seconds, 1.5);
  EXPECT_LE(run.started, run.finished);
  EXPECT_FALSE(run.host.empty());
  EXPECT_EQ(run.metrics, (Metrics{{"log_likelihood", -3.1}, {"rmse", 2.0}}));
  EXPECT_EQ(list.epochs(2), (EpochMetrics{{1, {{"bound", -21.0}}}, {2, {{"bound", -11.0}}}}));
  EXPECT_EQ(list.run(5).status, JobStatus::failed);
  EXPECT_EQ(list.run(5).error, "step 3: the bound is not a number");
  EXPECT_TRUE(list.run(5).metrics.empty());
  EXPECT_TRUE(list.epochs(5).empty());
}

// Whenever it is read, what is done has its metrics, and what is not has none.
TEST(RunList, ReadsWholeRunsWhileOthersWrite) {
  const TemporaryFolder folder;
  const std::string path = folder.path("results.db");
  const ResultStore store(path);
  std::atomic<bool> finished = false;
  std::thread writer([&] {
    for (std::uint64_t seed = 0; seed < 60; ++seed)
      testing::add_job(store, "bnn/boston", "{}", seed, {.metrics = {{"a", 1.0}, {"b", 2.0}}});
    finished = true;
  });
  std::size_t last = 0;
  while (!finished) {
    const RunList list(path);
    for (const StoredRun& run : list.runs())
      EXPECT_EQ(run.metrics.size(), run.status == JobStatus::done ? 2U : 0U);
    EXPECT_GE(list.runs().size(), last);
    last = list.runs().size();
  }
  writer.join();
  EXPECT_EQ(RunList(path).runs().size(), 60U);
}

TEST(RunList, KnowsWhatOnlyTheNameSays) {
  const TemporaryFolder folder;
  {
    const ResultStore store(folder.path("results.db"));
    testing::add_job(store, "bnn/boston/split=3/alpha=0.50/best", R"({"alpha":"0.5"})", 1, {});
    testing::add_job(store, "toy", R"({"fit":"linear"})", 1, {});
  }
  const RunList list(folder.path("results.db"));
  EXPECT_EQ(list.run(1).options,
            (std::map<std::string, std::string>{
                {"alpha", "0.5"}, {"data", "boston"}, {"fit", "bnn"}, {"split", "3"}}));
  EXPECT_EQ(list.run(2).options, (std::map<std::string, std::string>{{"fit", "linear"}}));
}

TEST(RunList, NamesTheRunsThereAre) {
  const TemporaryFolder folder;
  testing::fill_example_store(folder.path("results.db"));
  const RunList list(folder.path("results.db"));
  try {
    list.run(6);
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_NE(std::string(error.what()).find("from 1 to 5, found 6"), std::string::npos);
  }
}

TEST(RunList, LeavesTheStoreAsItIs) {
  const TemporaryFolder folder;
  testing::fill_example_store(folder.path("results.db"));
  const std::string before = testing::contents(folder.path("results.db"));
  EXPECT_EQ(RunList(folder.path("results.db")).epochs(1).size(), 2U);
  EXPECT_EQ(testing::contents(folder.path("results.db")), before);
  EXPECT_EQ(folder.files(), 1U);
}

// A store of version 1, as the first version made it: without a column for the host, the course of
// training among the metrics.
TEST(RunList, ReadsTheFirstVersionWithoutChangingIt) {
  const TemporaryFolder folder;
  const std::string path = folder.path("results.db");
  {
    const SqlDatabase database(path);
    database.run(
        "CREATE TABLE jobs (id INTEGER PRIMARY KEY, name TEXT, options TEXT, seed INTEGER, "
        "fingerprint TEXT, version TEXT, status TEXT, error TEXT, seconds REAL, started TEXT, "
        "finished TEXT)");
    database.run("CREATE TABLE metrics (job INTEGER, name TEXT, value REAL)");
    database.run(
        "INSERT INTO jobs VALUES (7, 'vae/frey/alpha=0', '{}', -1, 'f', '0.1', 'done', NULL, 2.5, "
        "'s', 'e'), (8, 'vae/frey/alpha=1', '{}', 1, 'f', '0.1', 'running', NULL, NULL, 's', "
        "NULL)");
    database.run(
        "INSERT INTO metrics VALUES (7, 'bound/epoch=00001', -3), (7, 'bound/epoch=00012', -2), "
        "(7, 'log_likelihood', NULL)");
    database.run("PRAGMA application_id = 0x52454E59");
    database.run("PRAGMA user_version = 1");
  }
  const std::string before = testing::contents(path);
  const RunList list(path);
  const StoredRun& run = list.run(7);
  EXPECT_EQ(run.seed, 0xFFFFFFFFFFFFFFFFU);
  EXPECT_EQ(run.host, "");
  ASSERT_EQ(run.metrics.size(), 1U) << "without those of epochs";
  EXPECT_TRUE(std::isnan(run.metrics.at("log_likelihood")));
  EXPECT_EQ(list.epochs(7), (EpochMetrics{{1, {{"bound", -3.0}}}, {12, {{"bound", -2.0}}}}));
  EXPECT_EQ(list.run(8).status, JobStatus::running);
  EXPECT_TRUE(std::isnan(list.run(8).seconds));
  EXPECT_EQ(testing::contents(path), before);
}

void expect_refused(const std::string& path, ExitCode code, const std::string& found) {
  try {
    const RunList list(path);
    FAIL() << path;
  } catch (const DataError& error) {
    EXPECT_EQ(error.exit_code(), code);
    EXPECT_NE(std::string(error.what()).find(found), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find(path), std::string::npos) << error.what();
  }
}

TEST(RunList, RefusesWhatIsNoStore) {
  const TemporaryFolder folder;
  expect_refused(folder.path("none.db"), ExitCode::no_input, "no such file");
  expect_refused(folder.file("notes.txt", std::string(5000, 'x')), ExitCode::data,
                 "a file that is none");
  expect_refused(folder.file("empty.db", ""), ExitCode::data, "an empty database");
  SqlDatabase(folder.path("other.db")).run("CREATE TABLE birds (name TEXT)");
  expect_refused(folder.path("other.db"), ExitCode::data, "another SQLite database");
  testing::fill_example_store(folder.path("later.db"));
  SqlDatabase(folder.path("later.db"))
      .run("PRAGMA user_version = " + std::to_string(store_version + 1));
  expect_refused(folder.path("later.db"), ExitCode::data, "of a later renyi");
  testing::fill_example_store(folder.path("options.db"));
  SqlDatabase(folder.path("options.db")).run("UPDATE jobs SET options = '{' WHERE id = 2");
  expect_refused(folder.path("options.db"), ExitCode::data, "options of run 2");
  testing::fill_example_store(folder.path("list.db"));
  SqlDatabase(folder.path("list.db")).run("UPDATE jobs SET options = '[1]' WHERE id = 2");
  expect_refused(folder.path("list.db"), ExitCode::data, "expected an object");
}

// Truncated at any byte a store is refused, or is read as it was: never wrongly.
TEST(RunList, NeverReadsATruncatedStoreWrongly) {
  const TemporaryFolder folder;
  testing::fill_example_store(folder.path("results.db"));
  const std::string whole = testing::contents(folder.path("results.db"));
  ASSERT_GT(whole.size(), 4096U);
  for (std::size_t size = 0; size < whole.size(); size += 509)
    EXPECT_THROW(RunList(folder.file(std::to_string(size), whole.substr(0, size))), DataError)
        << size;
}

}  // namespace
}  // namespace renyi::run_list_test
