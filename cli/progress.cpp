#include "cli/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <iostream>
#include <memory>

#include "cli/progress_line.hpp"

namespace renyi::cli {
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

namespace {

Observer line_observer(std::ostream& err, bool terminal, std::string (*text)(const Progress&)) {
  const auto line = std::make_shared<ProgressLine>(err, terminal);
  return [line, text](const Progress& progress) {
    line->show({.done = progress.step, .all = progress.steps, .seconds = progress.seconds},
               [&] { return text(progress); });
    return Decision::go_on;
  };
}

std::string step_text(const Progress& progress) {
  return fmt::format("step {}  bound {:.6g}  ESS {:.3g}", progress.step, progress.bound,
                     progress.effective_draws);
}

Observer silent_observer() {
  return [](const Progress&) { return Decision::go_on; };
}

}  // namespace

Observer progress_observer(std::ostream& err, ProgressStyle style) {
  return style.quiet ? silent_observer() : line_observer(err, style.terminal, progress_text);
}

Observer step_observer(const CommonOptions& common) {
  if (common.err == nullptr || common.quiet || !common.is_first()) return silent_observer();
  return line_observer(*common.err, progress_style(*common.err, false).terminal, step_text);
}

}  // namespace renyi::cli
