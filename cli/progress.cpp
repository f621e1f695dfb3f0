#include "cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <iostream>
#include <limits>
#include <memory>

namespace renyi::cli {
namespace {

class ProgressLine {
 public:
  ProgressLine(std::ostream& err, bool terminal) : err_(err), terminal_(terminal) {}
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() {
    if (is_open_) err_ << '\n' << std::flush;
  }

  void show(const Progress& progress) {
    if (!is_due(progress)) return;
    constexpr const char* back_and_clear = "\r\x1b[K";
    if (terminal_)
      err_ << back_and_clear << progress_text(progress) << std::flush;
    else
      err_ << progress_text(progress) << '\n' << std::flush;
    is_open_ = terminal_;
  }

 private:
  bool is_due(const Progress& progress) {
    const bool is_last = progress.step == progress.steps;
    if (terminal_) {
      if (!is_last && progress.seconds < last_shown_ + 0.1) return false;
      last_shown_ = progress.seconds;
      return true;
    }
    const std::int64_t tenth = 10 * progress.step / progress.steps;
    if (tenth == last_tenth_) return false;
    last_tenth_ = tenth;
    return true;
  }

  std::ostream& err_;
  bool terminal_;
  bool is_open_ = false;
  double last_shown_ = -std::numeric_limits<double>::infinity();
  std::int64_t last_tenth_ = -1;
};

}  // namespace

ProgressStyle progress_style(const std::ostream& err, bool quiet) {
  return {.quiet = quiet,
          .terminal = err.rdbuf() == std::cerr.rdbuf() && ::isatty(STDERR_FILENO) == 1};
}

std::string duration_text(double seconds) {
  const auto all = static_cast<std::int64_t>(std::ceil(seconds));
  if (all < 60) return fmt::format("{}s", all);
  if (all < 3600) return fmt::format("{}m{:02}s", all / 60, all % 60);
  return fmt::format("{}h{:02}m", all / 3600, all / 60 % 60);
}

std::string progress_text(const Progress& progress) {
  std::string text =
      fmt::format("epoch {}/{}  bound {:.6g}", progress.epoch, progress.epochs, progress.bound);
  if (progress.standard_error) text += fmt::format(" ± {:.2g}", *progress.standard_error);
  text += fmt::format("  ESS {:.3g}", progress.effective_draws);
  if (progress.validation_score)
    text += fmt::format("  validation {:.4g}", *progress.validation_score);
  return text + fmt::format("  {} left", duration_text(progress.seconds_left));
}

Observer progress_observer(std::ostream& err, ProgressStyle style) {
  if (style.quiet) return [](const Progress&) { return Decision::go_on; };
  const auto line = std::make_shared<ProgressLine>(err, style.terminal);
  return [line](const Progress& progress) {
    line->show(progress);
    return Decision::go_on;
  };
}

}  // namespace renyi::cli
