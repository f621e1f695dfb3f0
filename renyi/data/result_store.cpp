#include "renyi/data/result_store.hpp"

#include <fmt/format.h>

#include "renyi/core/error.hpp"
#include "renyi/core/version.hpp"

namespace renyi {
namespace {

constexpr std::int64_t application = 0x52454E59;  // "RENY", in the file's header

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
  UNIQUE (name, options, seed, fingerprint)))";

// A metric that is not a number is NULL.
constexpr const char* make_metrics = R"(CREATE TABLE metrics (
  job INTEGER NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  value REAL,
  PRIMARY KEY (job, name)) WITHOUT ROWID)";

bool is_empty(const SqlDatabase& database) {
  return database.integer("SELECT count(*) FROM sqlite_schema") == 0;
}

void check_kind(const SqlDatabase& database) {
  if (is_empty(database)) return;
  if (database.integer("PRAGMA application_id") != application)
    throw DataError({.file = database.path()}, "a store of results", "another SQLite database");
  const std::int64_t found = database.integer("PRAGMA user_version");
  if (found > ResultStore::schema)
    throw DataError({.file = database.path()},
                    fmt::format("a store of version {} at most", ResultStore::schema),
                    fmt::format("version {}, of a later renyi", found));
  // SQLite reads what is cut off the last page as zeros: results without their metrics.
  if (const std::string problem = database.text("PRAGMA quick_check(1)"); problem != "ok")
    throw DataError({.file = database.path()}, "a store of results", "a damaged one: " + problem);
}

void make_schema(const SqlDatabase& database) {
  SqlTransaction transaction(database);
  if (is_empty(database)) {  // else another program was faster
    database.run(make_jobs);
    database.run(make_metrics);
    database.run(fmt::format("PRAGMA application_id = {}", application));
    database.run(fmt::format("PRAGMA user_version = {}", ResultStore::schema));
  }
  transaction.commit();
}

// The parameters 1 to 4 of every statement below.
SqlStatement& bind_key(SqlStatement& statement, const JobKey& key) {
  return statement.bind(1, key.name)
      .bind(2, key.options)
      .bind(3, static_cast<std::int64_t>(key.seed))
      .bind(4, key.fingerprint);
}

}  // namespace

ResultStore::ResultStore(const std::string& path) : database_(path) {
  check_kind(database_);
  database_.run("PRAGMA journal_mode = WAL");
  database_.run("PRAGMA foreign_keys = ON");
  make_schema(database_);
}

std::optional<StoredJob> ResultStore::find(const JobKey& key) const {
  // One statement: what it reads is of one moment.
  SqlStatement rows = database_.prepare(R"(
    SELECT status, error, seconds, version, started, finished, metrics.name, metrics.value
    FROM jobs LEFT JOIN metrics ON metrics.job = jobs.id
    WHERE jobs.name = ?1 AND options = ?2 AND seed = ?3 AND fingerprint = ?4)");
  bind_key(rows, key);
  std::optional<StoredJob> job;
  while (rows.next()) {
    if (!job)
      job = StoredJob{.status = parse_enum<JobStatus>(rows.text(0)),
                      .error = rows.text(1),
                      .seconds = rows.real(2),
                      .version = rows.text(3),
                      .started = rows.text(4),
                      .finished = rows.text(5)};
    if (const std::string metric = rows.text(6); !metric.empty())
      job->metrics[metric] = rows.real(7);
  }
  return job;
}

void ResultStore::begin(const JobKey& key) const {
  SqlTransaction transaction(database_);
  SqlStatement remove = database_.prepare(
      "DELETE FROM jobs WHERE name = ?1 AND options = ?2 AND seed = ?3 AND fingerprint = ?4");
  bind_key(remove, key).run();
  SqlStatement insert = database_.prepare(R"(
    INSERT INTO jobs (name, options, seed, fingerprint, version, status, started)
    VALUES (?1, ?2, ?3, ?4, ?5, 'running', strftime('%Y-%m-%dT%H:%M:%fZ', 'now')))");
  bind_key(insert, key).bind(5, version).run();
  transaction.commit();
}

// The row's number.
std::int64_t ResultStore::end(const JobKey& key, JobStatus status, const std::string& error,
                              double seconds) const {
  SqlStatement update = database_.prepare(R"(
    UPDATE jobs SET status = ?5, error = nullif(?6, ''), seconds = ?7,
      finished = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    WHERE name = ?1 AND options = ?2 AND seed = ?3 AND fingerprint = ?4
    RETURNING id)");
  bind_key(update, key).bind(5, to_string(status)).bind(6, error).bind(7, seconds);
  if (!update.next())
    throw UsageError(fmt::format("job {}: expected one that was begun, found none", key.name));
  const std::int64_t id = update.integer(0);
  update.run();
  return id;
}

void ResultStore::finish(const JobKey& key, const Metrics& metrics, double seconds) const {
  SqlTransaction transaction(database_);
  const std::int64_t job = end(key, JobStatus::done, "", seconds);
  database_.prepare("DELETE FROM metrics WHERE job = ?1").bind(1, job).run();
  for (const auto& [name, value] : metrics)
    database_.prepare("INSERT INTO metrics (job, name, value) VALUES (?1, ?2, ?3)")
        .bind(1, job)
        .bind(2, name)
        .bind(3, value)
        .run();
  transaction.commit();
}

void ResultStore::fail(const JobKey& key, const std::string& error, double seconds) const {
  SqlTransaction transaction(database_);
  const std::int64_t job = end(key, JobStatus::failed, error, seconds);
  database_.prepare("DELETE FROM metrics WHERE job = ?1").bind(1, job).run();
  transaction.commit();
}

}  // namespace renyi
