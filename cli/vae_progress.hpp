// The progress of auto-encoders that are fitted one after another, for the person at the terminal:
// one line that changes, or a line now and then where stderr is a file.
#pragma once

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <string>

#include "cli/progress.hpp"
#include "experiments/vae_experiment.hpp"

namespace renyi::cli {

// "fit 2/6 vae/frey/...: epoch 12/500  bound 1310.2 ± 0.6  ESS 2.2  1m05s left" or
// "fit 2/6 vae/frey/...: evaluated 40/197 images"; without the numbers where there are no jobs.
std::string vae_progress_text(std::int64_t job, std::int64_t jobs, const std::string& name,
                              const VaeJobProgress& progress);

// On a terminal at most ten times a second; else the first of a fit and once in `seconds`. `err`
// must outlive it. Empty where the style is quiet.
std::function<void(std::int64_t, std::int64_t, const std::string&, const VaeJobProgress&)>
vae_progress_observer(std::ostream& err, ProgressStyle style, double seconds = 60.0);

}  // namespace renyi::cli
