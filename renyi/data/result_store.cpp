#include "renyi/data/result_store.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "renyi/core/error.hpp"
#include "renyi/core/version.hpp"
#include "renyi/data/process_identity.hpp"
#include "renyi/data/store_schema.hpp"

namespace renyi {
namespace {

// Prepares a statement that speaks of one job: its {key} are the parameters 1 to 4.
SqlStatement of_job(const SqlDatabase& database, std::string_view sql, const JobKey& key) {
  constexpr const char* condition =
      "jobs.name = ?1 AND options = ?2 AND seed = ?3 AND fingerprint = ?4";
  SqlStatement statement =
      database.prepare(fmt::format(fmt::runtime(sql), fmt::arg("key", condition)));
  statement.bind(1, key.name)
      .bind(2, key.options)
      .bind(3, static_cast<std::int64_t>(key.seed))
      .bind(4, key.fingerprint);
  return statement;
}

void insert_result(const SqlDatabase& database, std::int64_t job, const JobResult& result) {
  SqlStatement metric =
      database.prepare("INSERT INTO metrics (job, name, value) VALUES (?1, ?2, ?3)");
  for (const auto& [name, value] : result.metrics)
    metric.bind(1, job).bind(2, name).bind(3, value).run();
  SqlStatement of_epoch =
      database.prepare("INSERT INTO epochs (job, epoch, name, value) VALUES (?1, ?2, ?3, ?4)");
  for (const auto& [epoch, metrics] : result.epochs)
    for (const auto& [name, value] : metrics)
      of_epoch.bind(1, job).bind(2, epoch).bind(3, name).bind(4, value).run();
}

void delete_result(const SqlDatabase& database, std::int64_t job) {
  database.prepare("DELETE FROM metrics WHERE job = ?1").bind(1, job).run();
  database.prepare("DELETE FROM epochs WHERE job = ?1").bind(1, job).run();
}

}  // namespace

ResultStore::ResultStore(const std::string& path) : database_(path) { prepare_store(database_); }

std::optional<StoredJob> ResultStore::find(const JobKey& key) const {
  // One statement: what it reads is of one moment.
  SqlStatement rows = of_job(database_, R"(
    SELECT status, error, seconds, version, started, finished, host, metrics.name, metrics.value
    FROM jobs LEFT JOIN metrics ON metrics.job = jobs.id WHERE {key})",
                             key);
  std::optional<StoredJob> job;
  while (rows.next()) {
    if (!job)
      job = StoredJob{.status = parse_enum<JobStatus>(rows.text(0)),
                      .error = rows.text(1),
                      .seconds = rows.real(2),
                      .version = rows.text(3),
                      .started = rows.text(4),
                      .finished = rows.text(5),
                      .host = rows.text(6)};
    if (const std::string metric = rows.text(7); !metric.empty())
      job->metrics[metric] = rows.real(8);
  }
  return job;
}

EpochMetrics ResultStore::epochs(const JobKey& key) const {
  SqlStatement rows = of_job(database_, R"(
    SELECT epoch, epochs.name, value FROM jobs JOIN epochs ON job = id WHERE {key})",
                             key);
  EpochMetrics epochs;
  while (rows.next()) epochs[rows.integer(0)][rows.text(1)] = rows.real(2);
  return epochs;
}

std::vector<JobKey> ResultStore::keys() const {
  SqlStatement rows =
      database_.prepare("SELECT name, options, seed, fingerprint FROM jobs ORDER BY id");
  std::vector<JobKey> keys;
  while (rows.next())
    keys.push_back({.name = rows.text(0),
                    .options = rows.text(1),
                    .seed = static_cast<std::uint64_t>(rows.integer(2)),
                    .fingerprint = rows.text(3)});
  return keys;
}

bool ResultStore::is_taken(const JobKey& key) const {
  SqlStatement rows =
      of_job(database_, "SELECT status, host, process, process_start FROM jobs WHERE {key}", key);
  if (!rows.next()) return false;
  const auto status = parse_enum<JobStatus>(rows.text(0));
  const ProcessIdentity owner{
      .host = rows.text(1), .process = rows.integer(2), .start = rows.text(3)};
  return status == JobStatus::done ||
         (status == JobStatus::running && !owner.host.empty() && is_living(owner));
}

bool ResultStore::claim(const JobKey& key, const JobLabels& labels) const {
  SqlTransaction transaction(database_);
  if (is_taken(key)) return false;
  const ProcessIdentity owner = this_process();
  SqlStatement insert = of_job(database_, R"(
    INSERT INTO jobs (name, options, seed, fingerprint, version, status, started,
                      host, process, process_start, labels)
    VALUES (?1, ?2, ?3, ?4, ?5, 'running', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), ?6, ?7, ?8, ?9)
    ON CONFLICT DO UPDATE SET version = excluded.version, status = excluded.status, error = NULL,
      seconds = NULL, started = excluded.started, finished = NULL, host = excluded.host,
      process = excluded.process, process_start = excluded.process_start, labels = excluded.labels
    RETURNING id)",
                               key);
  insert.bind(5, version)
      .bind(6, owner.host)
      .bind(7, owner.process)
      .bind(8, owner.start)
      .bind(9, nlohmann::json(labels).dump());
  insert.next();
  const std::int64_t id = insert.integer(0);
  insert.run();
  delete_result(database_, id);
  transaction.commit();
  return true;
}

void ResultStore::let_go(const JobKey& key) const {
  const ProcessIdentity owner = this_process();
  of_job(database_, R"(DELETE FROM jobs WHERE {key} AND status = 'running'
    AND host = ?5 AND process = ?6 AND process_start = ?7)",
         key)
      .bind(5, owner.host)
      .bind(6, owner.process)
      .bind(7, owner.start)
      .run();
}

// The row's number.
std::int64_t ResultStore::end(const JobKey& key, JobStatus status, const std::string& error,
                              double seconds) const {
  SqlStatement update = of_job(database_, R"(
    UPDATE jobs SET status = ?5, error = nullif(?6, ''), seconds = ?7,
      finished = strftime('%Y-%m-%dT%H:%M:%fZ', 'now')
    WHERE {key} RETURNING id)",
                               key);
  update.bind(5, to_string(status)).bind(6, error).bind(7, seconds);
  if (!update.next())
    throw UsageError(fmt::format("job {}: expected one that was claimed, found none", key.name));
  const std::int64_t id = update.integer(0);
  update.run();
  return id;
}

void ResultStore::finish(const JobKey& key, const JobResult& result, double seconds) const {
  SqlTransaction transaction(database_);
  const std::int64_t job = end(key, JobStatus::done, "", seconds);
  delete_result(database_, job);
  insert_result(database_, job, result);
  transaction.commit();
}

void ResultStore::fail(const JobKey& key, const std::string& error, double seconds) const {
  SqlTransaction transaction(database_);
  delete_result(database_, end(key, JobStatus::failed, error, seconds));
  transaction.commit();
}

}  // namespace renyi
