// The runs that a store of results holds, for reading only: what each was asked for and what it
// gave. Choosing among them is in run_filter.hpp; the store is written by result_store.hpp.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "renyi/data/result_store.hpp"
#include "renyi/data/sqlite.hpp"

namespace renyi {

// Of data, by what is in them, wherever they lie: learned from, validated and tested on.
inline constexpr std::string_view data_label = "content";

struct StoredRun {
  std::int64_t id = 0;
  std::string name = {};  // "bnn/boston/split=3/alpha=0.5"
  // Every option as text, a list with commas. To them come its labels, or, where it has none, what
  // only its name says: its first two parts are "fit" and "data", others like "split=3" tell.
  std::map<std::string, std::string> options = {};
  std::string options_json = {};  // those of the store, as it has them
  std::uint64_t seed = 0;
  std::string fingerprint = {};
  std::string version = {};
  JobStatus status = JobStatus::running;
  std::string error = {};
  double seconds = std::numeric_limits<double>::quiet_NaN();  // NaN until it ends
  std::string started = {};
  std::string finished = {};
  std::string host = {};  // empty where it is not known
  Metrics metrics = {};   // without those of single epochs

  JobKey key() const { return {name, options_json, seed, fingerprint}; }
};

// All runs of one moment, in the order of their numbers.
class RunList {
 public:
  // DataError for a file that is not there, is no store, a damaged one, or one of a later version.
  // Stores of every earlier version are read, and left as they are.
  explicit RunList(const std::string& path);

  const std::string& path() const { return database_.path(); }
  const std::vector<StoredRun>& runs() const { return runs_; }
  // Throws UsageError that names the runs there are.
  const StoredRun& run(std::int64_t id) const;
  // The course of training, read when asked for.
  EpochMetrics epochs(std::int64_t id) const;

 private:
  SqlDatabase database_;
  std::int64_t version_ = 0;
  std::vector<StoredRun> runs_;
};

}  // namespace renyi
