// Works off named jobs on several threads, one job a thread, and keeps what each gives in a store:
// a run that ends early, however it ends, goes on where it stood, and several programs may share
// the work. What a job does is its own.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "renyi/data/result_store.hpp"

namespace renyi {

using StopRequest = std::function<bool()>;

struct Job {
  JobKey key = {};
  JobLabels labels = {};
  double work = 1.0;  // how long it takes, in a unit that the jobs share
  // Called on any thread; asks now and then whether to stop, and then gives nothing.
  std::function<std::optional<JobResult>(const StopRequest& stop)> run = {};
  // Called, if there is one, when the store has the result: of what was kept to go on from.
  std::function<void()> clean_up = {};
};

// After each job, once before the first, and when only those of other programs are left.
struct JobsProgress {
  std::int64_t jobs = 0;
  std::int64_t finished = 0;  // done or failed, those found in the store among them
  std::int64_t stored = 0;    // those found in the store
  std::int64_t failed = 0;
  std::int64_t waiting = 0;                 // that other programs have, where no other is left
  double seconds = 0.0;                     // since the start
  std::optional<double> seconds_left = {};  // once one has been run
  const StoredJob* last = nullptr;          // the one that ended
  std::string name = {};                    // of it
};

struct JobHooks {
  StopRequest stop = {};                                   // called on any thread
  std::function<void(const JobsProgress&)> progress = {};  // one call at a time
};

struct JobsOutcome {
  std::vector<std::optional<StoredJob>> jobs = {};  // as given; nothing where it was not run
  std::int64_t failed = 0;
  std::int64_t lost = 0;  // processes that ended while they had a job, which others then ran
  bool stopped = false;
};

// Jobs that the store has as done are not run; those that failed are tried again. Jobs that another
// program has come last: their end is waited for, and those whose program dies are run here. An
// Error of a job is recorded, and the others go on. Failures of the store end the run, as do those
// of a job that could not read or write (exit code 74), which is no property of the job: it is left
// open.
JobsOutcome run_jobs(const std::vector<Job>& jobs, const ResultStore& store, int threads,
                     const JobHooks& hooks = {});

}  // namespace renyi
