// The progress of training for the person at the terminal: one line that changes, or a line now and
// then where stderr is a file.
#pragma once

#include <iosfwd>
#include <string>

#include "cli/common_options.hpp"
#include "renyi/inference/train.hpp"

namespace renyi::cli {

struct ProgressStyle {
  bool quiet = false;     // nothing at all
  bool terminal = false;  // the line is written over itself
};

// Whether the stream is this program's stderr and that is a terminal.
ProgressStyle progress_style(const std::ostream& err, bool quiet);

// "5s", "1m05s", "2h10m": rounded up.
std::string duration_text(double seconds);

// "epoch 12/500  bound -123.4 ± 0.6  ESS 37.2  validation -2.41  1m05s left".
std::string progress_text(const Progress& progress);

// On a terminal at most ten times a second; else after each tenth of the run, half a minute and the
// first step. A line that is open when the observer goes, also by an error or an interrupt, is
// ended. `err` must outlive it.
Observer progress_observer(std::ostream& err, ProgressStyle style);

// The same where nobody knows how many steps it will take: "step 12  bound -123.4  ESS 37.2". What
// it writes to must outlive it; silent where nobody listens.
Observer step_observer(const CommonOptions& common);

}  // namespace renyi::cli
