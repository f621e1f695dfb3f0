// The progress of many jobs for the person at the terminal: a line for each that ends, or one line
// that changes.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>

#include "cli/progress.hpp"
#include "experiments/run_jobs.hpp"

namespace renyi::cli {

// "12/600 fits, 1 failed: bnn/boston/split=3/alpha=0.5 in 8s, 1h05m left".
std::string jobs_progress_text(const JobsProgress& progress);

// Empty where the style is quiet. `err` must outlive it.
std::function<void(const JobsProgress&)> jobs_progress_observer(std::ostream& err,
                                                                ProgressStyle style);

}  // namespace renyi::cli
