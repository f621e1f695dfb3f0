#include "cli/glm_work.hpp"

#include <fmt/format.h>

#include <chrono>
#include <utility>

#include "cli/progress.hpp"

namespace renyi::cli {
namespace {

ResumableWork work_of(const GlmFlags& flags, GlmWork::Subject subject, Communicator* others) {
  // Where bits depend on the number of processes.
  if (flags.method == GlmMethod::sep || flags.processes.fast_reduce)
    subject.options["processes"] = std::to_string(others != nullptr ? others->size() : 1);
  return {.flags = flags.checkpoint,
          .result = flags.model,
          .identity = {.kind = std::move(subject.kind),
                       .options = std::move(subject.options),
                       .data = std::move(subject.data)},
          .others = others};
}

}  // namespace

GlmWork::GlmWork(const GlmFlags& flags, Subject subject, Communicator* others,
                 const CommonOptions& common)
    : flags_(flags),
      others_(others),
      common_(common),
      legs_(work_of(flags, std::move(subject), others), common) {}

LocalFit GlmWork::fit(const GlmProblem& here, Index rows) {
  ThreadPool pool(common_.thread_count());
  const auto begin = std::chrono::steady_clock::now();
  LocalFit fit = legs_.run([&](Legs& legs) {
    return flags_.fit(here, rows, common_.seed, &pool, others_,
                      {.observers = {step_observer(common_)}, .legs = &legs});
  });
  seconds_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return fit;
}

void GlmWork::add_processes(const LocalFit& fit, Report& report) const {
  if (others_ == nullptr) return;
  report.tables.front().rows.push_back({"processes", std::int64_t{others_->size()}});
  flags_.processes.add_communication(
      others_, {.count = fit.passes, .seconds = seconds_, .unit = "pass", .units = "passes"},
      report);
}

void hint_if_not_alone(std::string_view method, const CommonOptions& common) {
  if (common.others != nullptr && common.others->size() > 1)
    common.hint(fmt::format("--method {}: needs one process; the others do nothing", method));
}

}  // namespace renyi::cli
