#include "renyi/data/store_schema.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <string>
#include <thread>
#include <vector>

#include "renyi/core/error.hpp"
#include "renyi/data/result_store.hpp"
#include "tests/support/temporary_folder.hpp"

namespace renyi::store_schema_test {
namespace {

using testing::TemporaryFolder;

const JobKey done{.name = "vae/frey", .options = "{}", .seed = 1, .fingerprint = "f"};
const JobKey cut_off{.name = "vae/frey", .options = "{}", .seed = 2, .fingerprint = "f"};

// As the first version made it.
void write_version_1(const std::string& path) {
  const SqlDatabase database(path);
  database.run("PRAGMA journal_mode = WAL");
  database.run(R"(CREATE TABLE jobs (id INTEGER PRIMARY KEY, name TEXT NOT NULL,
    options TEXT NOT NULL, seed INTEGER NOT NULL, fingerprint TEXT NOT NULL, version TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('running', 'done', 'failed')), error TEXT, seconds REAL,
    started TEXT NOT NULL, finished TEXT, UNIQUE (name, options, seed, fingerprint)))");
  database.run(R"(CREATE TABLE metrics (
    job INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE, name TEXT NOT NULL, value REAL,
    PRIMARY KEY (job, name)) WITHOUT ROWID)");
  database.run(R"(INSERT INTO jobs VALUES
    (7, 'vae/frey', '{}', 1, 'f', '0.1.0', 'done', NULL, 2.5, '2016', '2017'),
    (8, 'vae/frey', '{}', 2, 'f', '0.1.0', 'running', NULL, NULL, '2018', NULL))");
  database.run(R"(INSERT INTO metrics VALUES (7, 'bound', 4), (7, 'bound/epoch=00001', 1.5),
    (7, 'bound/epoch=00012', 3.5), (7, 'bound/epoch=00013', NULL), (7, 'bound/epochs', 5))");
  database.run("PRAGMA application_id = 0x52454E59");
  database.run("PRAGMA user_version = 1");
}

TEST(StoreSchema, BringsTheFirstVersionUpToDate) {
  const TemporaryFolder folder;
  write_version_1(folder.path("results.db"));
  const ResultStore store(folder.path("results.db"));
  const StoredJob job = store.find(done).value();
  EXPECT_EQ(job.status, JobStatus::done);
  EXPECT_EQ(job.seconds, 2.5);
  EXPECT_EQ(job.host, "");
  EXPECT_EQ(job.metrics, (Metrics{{"bound", 4.0}, {"bound/epochs", 5.0}}));
  const EpochMetrics epochs = store.epochs(done);
  ASSERT_EQ(epochs.size(), 3U);
  EXPECT_EQ(epochs.at(1), (Metrics{{"bound", 1.5}}));
  EXPECT_EQ(epochs.at(12), (Metrics{{"bound", 3.5}}));
  EXPECT_TRUE(std::isnan(epochs.at(13).at("bound")));
  EXPECT_FALSE(store.claim(done));
  EXPECT_TRUE(store.claim(cut_off));
}

// The tables of both are the same, column by column.
TEST(StoreSchema, MakesTheTablesThatItBringsOthersTo) {
  const TemporaryFolder folder;
  write_version_1(folder.path("old.db"));
  const auto columns = [&](const std::string& file) {
    const ResultStore store(folder.path(file));
    const SqlDatabase database(folder.path(file));
    EXPECT_EQ(database.integer("PRAGMA user_version"), store_version);
    EXPECT_EQ(database.text("PRAGMA integrity_check"), "ok");
    return database.text(
        R"(SELECT group_concat(tables.name || ' ' || columns.name || ' ' || columns.type)
      FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns
      WHERE tables.type = 'table' ORDER BY tables.name, cid)");
  };
  EXPECT_EQ(columns("old.db"), columns("new.db"));
  EXPECT_NE(columns("new.db").find("jobs process_start TEXT"), std::string::npos);
}

// Each with a database of its own, of the same file, as programs that start together have.
TEST(StoreSchema, IsMadeByManyAtOnce) {
  const TemporaryFolder folder;
  for (int file = 0; file < 60; ++file) {
    std::atomic<int> ready = 0, failed = 0;
    std::vector<std::thread> programs;
    for (int i = 0; i < 4; ++i)
      programs.emplace_back([&] {
        ++ready;
        while (ready < 4) std::this_thread::yield();
        try {
          prepare_store(SqlDatabase(folder.path(std::to_string(file))));
        } catch (const Error&) {
          ++failed;
        }
      });
    for (std::thread& program : programs) program.join();
    ASSERT_EQ(failed, 0) << file;
  }
}

TEST(StoreSchema, IsBroughtUpToDateOnce) {
  const TemporaryFolder folder;
  write_version_1(folder.path("results.db"));
  { const ResultStore store(folder.path("results.db")); }
  const ResultStore again(folder.path("results.db"));
  EXPECT_EQ(again.epochs(done).size(), 3U);
}

}  // namespace
}  // namespace renyi::store_schema_test
