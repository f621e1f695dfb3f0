// Results of many jobs in one file, so that a run that was killed goes on where it stood and what
// is finished is never computed again. How jobs are run is others'.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "renyi/core/named_enum.hpp"
#include "renyi/data/sqlite.hpp"

namespace renyi {

// What a result depends on: two jobs are the same if all of it agrees.
struct JobKey {
  std::string name = {};     // "bnn/boston/split=3/alpha=0.5"
  std::string options = {};  // as JSON
  std::uint64_t seed = 0;
  std::string fingerprint = {};  // of the data

  auto operator<=>(const JobKey&) const = default;
};

// `running` is also what a job remains whose process died. One that is open has no status: the
// store does not have it.
enum class JobStatus : std::uint8_t { running, done, failed };

template <>
struct EnumNames<JobStatus> {
  static constexpr std::string_view what = "status";
  static constexpr std::array<std::string_view, 3> names = {"running", "done", "failed"};
};

// What a job is known by besides, on which no result depends: where its data lie, say.
using JobLabels = std::map<std::string, std::string>;

using Metrics = std::map<std::string, double>;
using EpochMetrics = std::map<std::int64_t, Metrics>;  // by epoch, from 1

struct JobResult {
  Metrics metrics = {};
  EpochMetrics epochs = {};  // the course of training
  // That was worked on it before this process went on from a checkpoint.
  double seconds_before = 0.0;

  // Whatever time they took.
  bool operator==(const JobResult& other) const {
    return metrics == other.metrics && epochs == other.epochs;
  }
};

struct StoredJob {
  JobStatus status = JobStatus::running;
  std::string error = {};  // why it failed
  Metrics metrics = {};
  double seconds = 0.0;       // that it took
  std::string version = {};   // of the program that ran it
  std::string started = {};   // UTC: "2016-02-06T12:00:00.000Z"
  std::string finished = {};  // empty while it runs
  std::string host = {};      // that it ran on; empty where that was not noted
};

// An SQLite database in WAL mode; each call is one transaction. Several programs may use one file
// at a time; within a program one thread at a time.
class ResultStore {
 public:
  // Made if it does not exist. DataError for a file that is no store, a damaged one, or
  // one of a later version.
  explicit ResultStore(const std::string& path);

  const std::string& path() const { return database_.path(); }
  std::vector<JobKey> keys() const;  // of all jobs, the oldest first
  std::optional<StoredJob> find(const JobKey& key) const;
  EpochMetrics epochs(const JobKey& key) const;  // the course of training; empty if there is none

  // Makes the job this process's, and forgets what was known of it but its number. False, and
  // nothing is changed, where it is done, or running in a process that still lives, be it this one.
  bool claim(const JobKey& key, const JobLabels& labels = {}) const;
  // Of a job that this process runs: it is as if it had never been claimed.
  void let_go(const JobKey& key) const;

  // UsageError where the job was never claimed.
  void finish(const JobKey& key, const JobResult& result, double seconds) const;
  void fail(const JobKey& key, const std::string& error, double seconds) const;

 private:
  bool is_taken(const JobKey& key) const;
  std::int64_t end(const JobKey& key, JobStatus status, const std::string& error,
                   double seconds) const;

  SqlDatabase database_;
};

}  // namespace renyi
