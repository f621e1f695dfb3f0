#include "cli/jobs_progress.hpp"

#include <fmt/format.h>

#include <ostream>

namespace renyi::cli {

std::string jobs_progress_text(const JobsProgress& progress) {
  std::string text = fmt::format("{}/{} fits", progress.finished, progress.jobs);
  if (progress.failed > 0) text += fmt::format(", {} failed", progress.failed);
  if (progress.waiting > 0)
    return text + fmt::format(", waiting for {} of other programs", progress.waiting);
  if (progress.last == nullptr) return progress.stored > 0 ? text + " found in the store" : text;
  text += fmt::format(": {} {} {}", progress.name,
                      progress.last->status == JobStatus::failed ? "failed after" : "in",
                      duration_text(progress.last->seconds));
  if (progress.seconds_left) text += ", " + duration_text(*progress.seconds_left) + " left";
  return text;
}

std::function<void(const JobsProgress&)> jobs_progress_observer(std::ostream& err,
                                                                ProgressStyle style) {
  if (style.quiet) return {};
  return [&err, terminal = style.terminal](const JobsProgress& progress) {
    constexpr const char* back_and_clear = "\r\x1b[K";
    const bool is_last = progress.finished == progress.jobs;
    err << (terminal ? back_and_clear : "") << jobs_progress_text(progress)
        << (terminal && !is_last ? "" : "\n") << std::flush;
  };
}

}  // namespace renyi::cli
