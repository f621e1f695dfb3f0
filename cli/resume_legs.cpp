#include "cli/resume_legs.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <utility>

#include "cli/progress.hpp"
#include "cli/progress_line.hpp"
#include "renyi/core/atomic_file.hpp"
#include "renyi/core/error.hpp"

namespace renyi::cli {
namespace {

// From the first second on: short work is over by then.
std::function<void(const LegProgress&)> shown_progress(const CommonOptions& common) {
  if (common.err == nullptr || common.quiet || !common.is_first()) return {};
  const auto line =
      std::make_shared<ProgressLine>(*common.err, progress_style(*common.err, false).terminal);
  return [line](const LegProgress& progress) {
    if (progress.seconds < 1.0) return;
    line->show({.done = progress.done, .all = progress.all, .seconds = progress.seconds}, [&] {
      return fmt::format("{} {}/{}", progress.unit, progress.done + 1, progress.all);
    });
  };
}

}  // namespace

ResumableLegs::ResumableLegs(ResumableWork work, const CommonOptions& common)
    : work_(std::move(work)),
      common_(common),
      path_(checkpoint_path(work_.result)),
      legs_(legs_options()) {
  if (path_.empty()) return;
  if (common.is_first()) remove_stale_temporaries(path_);
  if (!work_.flags.resume) {
    hint_at_unfinished();
    return;
  }
  if (!std::filesystem::exists(path_)) {
    common.hint(
        fmt::format("--resume: there is no {} yet; the work starts from the beginning", path_));
    return;
  }
  legs_.resume();
  common.hint(fmt::format("--resume: {} of work are done", duration_text(legs_.seconds_in_file())));
}

LegsOptions ResumableLegs::legs_options() const {
  return {.path = path_,
          .identity = work_.identity,
          .seconds = work_.flags.checkpoint_every,
          .stop = [] { return InterruptGuard::signal().has_value(); },
          .progress = shown_progress(common_),
          .more = work_.more,
          .others = work_.others};
}

void ResumableLegs::hint_at_unfinished() const {
  if (!common_.is_first() || !std::filesystem::exists(path_)) return;
  try {
    Legs before({.path = path_, .identity = work_.identity});
    before.resume();
    common_.hint(
        fmt::format("{}, with {} of this work, will be written over; --resume would go on from it",
                    path_, duration_text(before.seconds_in_file())));
  } catch (const DataError&) {
    common_.hint(path_ + ", which is of other work, will be written over");
  }
}

std::string ResumableLegs::way_on() const {
  return path_.empty() ? fmt::format("nothing is saved without --{}", work_.result_flag)
                       : fmt::format("--resume goes on from {}", path_);
}

}  // namespace renyi::cli
