#include "renyi/data/store_schema.hpp"

#include <fmt/format.h>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

constexpr std::int64_t application = 0x52454E59;  // "RENY", in the file's header

// The process is that which runs the job, or ran it. Labels are an object of texts, as JSON.
constexpr const char* make_jobs = R"(CREATE TABLE jobs (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  options TEXT NOT NULL,
  seed INTEGER NOT NULL,
  fingerprint TEXT NOT NULL,
  version TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('running', 'done', 'failed')),
  error TEXT,
  seconds REAL,
  started TEXT NOT NULL,
  finished TEXT,
  host TEXT,
  process INTEGER,
  process_start TEXT,
  labels TEXT NOT NULL DEFAULT '{}',
  UNIQUE (name, options, seed, fingerprint)))";

// A metric that is not a number is NULL.
constexpr const char* make_metrics = R"(CREATE TABLE metrics (
  job INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  value REAL,
  PRIMARY KEY (job, name)) WITHOUT ROWID)";

constexpr const char* make_epochs = R"(CREATE TABLE epochs (
  job INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  epoch INTEGER NOT NULL,
  name TEXT NOT NULL,
  value REAL,
  PRIMARY KEY (job, epoch, name)) WITHOUT ROWID)";

bool is_empty(const SqlDatabase& database) {
  return database.integer("SELECT count(*) FROM sqlite_schema") == 0;
}

// Version 1 had the course of training among the metrics, as "bound/epoch=00012", and no processes.
void migrate_from_1(const SqlDatabase& database) {
  database.run("ALTER TABLE jobs ADD COLUMN host TEXT");
  database.run("ALTER TABLE jobs ADD COLUMN process INTEGER");
  database.run("ALTER TABLE jobs ADD COLUMN process_start TEXT");
  database.run(make_epochs);
  database.run(R"(INSERT INTO epochs (job, epoch, name, value)
    SELECT job, CAST(substr(name, length('bound/epoch=') + 1) AS INTEGER), 'bound', value
    FROM metrics WHERE name GLOB 'bound/epoch=[0-9]*')");
  database.run("DELETE FROM metrics WHERE name GLOB 'bound/epoch=[0-9]*'");
}

// Version 2 had no labels.
void migrate_from_2(const SqlDatabase& database) {
  database.run("ALTER TABLE jobs ADD COLUMN labels TEXT NOT NULL DEFAULT '{}'");
}

}  // namespace

std::int64_t require_store(const SqlDatabase& database) {
  const auto refuse = [&](const std::string& expected, const std::string& found) {
    throw DataError({.file = database.path()}, expected, found);
  };
  if (is_empty(database)) refuse("a store of results", "an empty database");
  if (database.integer("PRAGMA application_id") != application)
    refuse("a store of results", "another SQLite database");
  const std::int64_t found = database.integer("PRAGMA user_version");
  if (found > store_version)
    refuse(fmt::format("a store of version {} at most", store_version),
           fmt::format("version {}, of a later renyi", found));
  // SQLite reads what is cut off the last page as zeros: results without their metrics.
  if (const std::string problem = database.text("PRAGMA quick_check(1)"); problem != "ok")
    refuse("a store of results", "a damaged one: " + problem);
  return found;
}

void prepare_store(const SqlDatabase& database) {
  if (!is_empty(database)) require_store(database);
  database.use_write_ahead_log();
  database.run("PRAGMA foreign_keys = ON");
  if (database.integer("PRAGMA user_version") == store_version) return;
  SqlTransaction transaction(database);
  if (is_empty(database)) {
    database.run(make_jobs);
    database.run(make_metrics);
    database.run(make_epochs);
    database.run(fmt::format("PRAGMA application_id = {}", application));
  } else {  // unless another program was faster
    const std::int64_t found = database.integer("PRAGMA user_version");
    if (found < 2) migrate_from_1(database);
    if (found < 3) migrate_from_2(database);
  }
  database.run(fmt::format("PRAGMA user_version = {}", store_version));
  transaction.commit();
}

}  // namespace renyi
