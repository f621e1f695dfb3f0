// Jobs on several processes: the first hands them out and has the store, each runs one at a time.
// What is kept of a job, and which are run at all, is run_jobs.hpp's.
#pragma once

#include "experiments/run_jobs.hpp"
#include "renyi/core/communicator.hpp"

namespace renyi {

// All processes call it with the same jobs. The first one has the store and gets the outcome; the
// others need none (null), run what they are given until all is done, and get an empty outcome.
// Throws in the first process as run_jobs() does.
//
// A process that is silent for `patience` seconds is taken for lost (where MPI lets the others
// live, as Open MPI does with --enable-recovery), and what it had is run by another. Without the
// first one the others give up: Error.
JobsOutcome run_shared_jobs(const std::vector<Job>& jobs, const ResultStore* store,
                            Communicator& others, const JobHooks& hooks = {},
                            double patience = 60.0);

}  // namespace renyi
