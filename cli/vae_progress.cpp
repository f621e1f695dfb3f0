#include "cli/vae_progress.hpp"

#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <ostream>

namespace renyi::cli {

std::string vae_progress_text(std::int64_t job, std::int64_t jobs, const std::string& name,
                              const VaeJobProgress& progress) {
  const std::string what = progress.training ? progress_text(*progress.training)
                                             : fmt::format("evaluated {}/{} images",
                                                           progress.images_done, progress.images);
  const std::string which = jobs == 0 ? "" : fmt::format("fit {}/{} ", job, jobs);
  return fmt::format("{}{}: {}", which, name, what);
}

std::function<void(std::int64_t, std::int64_t, const std::string&, const VaeJobProgress&)>
vae_progress_observer(std::ostream& err, ProgressStyle style, double seconds) {
  if (style.quiet) return {};
  using Clock = std::chrono::steady_clock;
  struct Last {
    std::int64_t job = -1;
    Clock::time_point shown = {};
  };
  const double pause = style.terminal ? 0.1 : seconds;
  return [&err, pause, terminal = style.terminal, last = Last{}](
             std::int64_t job, std::int64_t jobs, const std::string& name,
             const VaeJobProgress& progress) mutable {
    const auto now = Clock::now();
    if (job == last.job && std::chrono::duration<double>(now - last.shown).count() < pause) return;
    last = {job, now};
    const std::string text = vae_progress_text(job, jobs, name, progress);
    constexpr const char* back_and_clear = "\r\x1b[K";
    err << (terminal ? back_and_clear + text : text + "\n") << std::flush;
  };
}

}  // namespace renyi::cli
