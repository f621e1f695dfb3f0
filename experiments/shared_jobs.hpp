// Jobs on several processes: the first hands them out and has the store, each runs one at a time.
// What is kept of a job, and which are run at all, is run_jobs.hpp's.
#pragma once

#include "experiments/run_jobs.hpp"
#include "renyi/core/communicator.hpp"

namespace renyi {

// All processes call it with the same jobs. The first one has the store and gets the outcome; the
// others need none (null), run what they are given until all is done, and get an empty outcome.
// Throws in the first process as run_jobs() does.
JobsOutcome run_shared_jobs(const std::vector<Job>& jobs, const ResultStore* store,
                            Communicator& others, const JobHooks& hooks = {});

}  // namespace renyi
