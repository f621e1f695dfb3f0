#include "cli/resume.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "cli/interrupt.hpp"
#include "cli/progress.hpp"
#include "renyi/core/atomic_file.hpp"
#include "renyi/core/error.hpp"
#include "renyi/core/safetensors.hpp"
#include "renyi/core/state_archive.hpp"

namespace renyi::cli {
namespace {

// Whether not all its epochs are done, whatever it is a checkpoint of; patience may have ended it.
bool lacks_epochs(const std::string& checkpoint) {
  try {
    const TensorFile file = read_safetensors(checkpoint);
    std::int64_t epoch = 0;
    StateArchive archive = StateArchive::loading_from(file, checkpoint);
    if (!archive.has("epoch")) return true;  // work in legs has none, and no file when it is done
    archive("epoch", epoch);
    return fmt::to_string(epoch) != read_metadata(file, "epochs", checkpoint);
  } catch (const DataError&) {  // no checkpoint
    return false;
  }
}

}  // namespace

void CheckpointFlags::validate(const std::string& result, const char* result_flag) const {
  if (resume && checkpoint_path(result).empty())
    throw UsageError(
        fmt::format("--resume: expected --{} FILE, beside which the checkpoint is, found {}",
                    result_flag, result.empty() ? "none" : result + ", which is no file"));
  if (!(checkpoint_every >= 0.0))
    throw UsageError(
        fmt::format("--checkpoint-every: expected seconds from 0, found {}", checkpoint_every));
}

void ProcessFlags::hint_if_alone(const CommonOptions& common) const {
  if (common.others != nullptr) return;
  for (const auto& [flag, given] : {std::pair("fast-reduce", fast_reduce),
                                    std::pair("inspect-communication", inspect_communication)})
    if (given)
      common.hint(fmt::format("--{}: does nothing in one process; mpirun starts several", flag));
}

void ProcessFlags::add_communication(const Communicator* others, const SharedWork& work,
                                     Report& report) const {
  if (others == nullptr || !inspect_communication) return;
  const Communicator::Traffic& traffic = others->traffic();
  const double all = std::max(1.0, static_cast<double>(work.count));
  Table table{.name = "communication",
              .title = fmt::format("Communication of {} processes", others->size()),
              .columns = {"quantity", "value"}};
  table.rows = {
      {work.units, work.count},
      {fmt::format("calls a {}", work.unit), static_cast<double>(traffic.calls) / all},
      {fmt::format("bytes sent a {}", work.unit), static_cast<double>(traffic.bytes) / all},
      {"seconds in calls", traffic.seconds},
      {"share of the time", traffic.seconds / work.seconds}};
  table.notes.emplace_back("of the first process; waiting for others is in its seconds");
  report.tables.push_back(std::move(table));
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
    writer_.emplace(path_, state_, identity, flags.checkpoint.checkpoint_every);
  }
  if (!flags.checkpoint.resume) {
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
  } catch (const DataError&) {
    if (lacks_epochs(path_)) common_.hint(path_ + ", of another run, will be written over");
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
std::string ResumableRun<T>::way_on() const {
  return path_.empty() ? "" : "--resume goes on from " + path_;
}

template class ResumableRun<float>;
template class ResumableRun<double>;

}  // namespace renyi::cli
