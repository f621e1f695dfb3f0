#include "cli/resume.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "cli/interrupt.hpp"
#include "cli/progress.hpp"
#include "renyi/core/atomic_file.hpp"
#include "renyi/core/error.hpp"

namespace renyi::cli {

void ResumeFlags::validate(const std::string& model) const {
  if (resume && checkpoint_path(model).empty())
    throw UsageError(
        fmt::format("--resume: expected --model FILE, beside which the checkpoint is, found {}",
                    model.empty() ? "none" : model + ", which is no file"));
  if (!(checkpoint_every >= 0.0))
    throw UsageError(
        fmt::format("--checkpoint-every: expected seconds from 0, found {}", checkpoint_every));
}

void ResumeFlags::hint_if_alone(const CommonOptions& common) const {
  if (common.others != nullptr) return;
  for (const auto& [flag, given] : {std::pair("fast-reduce", fast_reduce),
                                    std::pair("inspect-communication", inspect_communication)})
    if (given)
      common.hint(fmt::format("--{}: does nothing in one process; mpirun starts several", flag));
}

std::string checkpoint_path(const std::string& model) {
  std::error_code ignored;
  const auto status = std::filesystem::status(model, ignored);
  const bool is_special =
      std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
  return model.empty() || is_special ? "" : model + ".checkpoint";
}

template <class T>
ResumableRun<T>::ResumableRun(const ResumeFlags& flags, const std::string& model,
                              const CheckpointIdentity& identity, const CommonOptions& common)
    : path_(checkpoint_path(model)), flags_(flags), common_(common) {
  if (path_.empty()) return;
  if (common.is_first()) {
    remove_stale_temporaries(path_);
    writer_.emplace(path_, state_, identity, flags.checkpoint_every);
  }
  if (!flags.resume) {
    hint_at_unfinished(identity);
    return;
  }
  if (!std::filesystem::exists(path_)) {
    common.hint(
        fmt::format("--resume: there is no {} yet; the run starts from the beginning", path_));
    return;
  }
  state_ = read_checkpoint<T>(path_, identity);
  const std::string rest =
      state_.batch > 0 ? fmt::format(" and {} steps of the next", state_.batch) : "";
  common.hint(
      fmt::format("--resume: {} of {} epochs{} are done", state_.epoch, identity.epochs, rest));
}

template <class T>
void ResumableRun<T>::hint_at_unfinished(const CheckpointIdentity& identity) const {
  if (!common_.is_first() || !std::filesystem::exists(path_)) return;
  try {
    const std::int64_t done = read_checkpoint<T>(path_, identity).epoch;
    if (done >= identity.epochs) return;
    common_.hint(fmt::format(
        "{}, with {} of {} epochs of this run, will be written over; --resume would go on from it",
        path_, done, identity.epochs));
  } catch (const DataError&) {  // of another run, or none
  }
}

template <class T>
std::vector<Observer> ResumableRun<T>::observers() {
  std::vector<Observer> observers = {InterruptGuard::observer()};
  if (writer_) observers.push_back(writer_->observer());
  if (common_.err != nullptr)
    observers.push_back(
        progress_observer(*common_.err, progress_style(*common_.err, common_.quiet)));
  return observers;
}

template <class T>
void ResumableRun<T>::finish() {
  if (writer_) writer_->write();
}

template <class T>
void ResumableRun<T>::add_communication(std::int64_t steps, double seconds, Report& report) const {
  if (common_.others == nullptr || !flags_.inspect_communication) return;
  const Communicator::Traffic& traffic = common_.others->traffic();
  const double all = std::max(1.0, static_cast<double>(steps));
  Table table{.name = "communication",
              .title = fmt::format("Communication of {} processes", common_.others->size()),
              .columns = {"quantity", "value"}};
  table.rows = {{"steps", steps},
                {"calls a step", static_cast<double>(traffic.calls) / all},
                {"bytes sent a step", static_cast<double>(traffic.bytes) / all},
                {"seconds in calls", traffic.seconds},
                {"share of the time", traffic.seconds / seconds}};
  table.notes.emplace_back("of the first process; waiting for others is in its seconds");
  report.tables.push_back(std::move(table));
}

template <class T>
std::string ResumableRun<T>::way_on() const {
  return path_.empty() ? "" : "--resume goes on from " + path_;
}

template class ResumableRun<float>;
template class ResumableRun<double>;

}  // namespace renyi::cli
