#include "renyi/inference/checkpoint.hpp"

#include <utility>

#include "renyi/core/error.hpp"
#include "renyi/core/safetensors.hpp"
#include "renyi/data/fingerprint.hpp"
#include "renyi/inference/state_tensors.hpp"

namespace renyi {
namespace {

constexpr const char* checksum_name = "checksum";

// Of everything but itself: a bit that has flipped in a number leaves a file that looks well.
std::string checksum_of(const TensorFile& file) {
  Fingerprint sum;
  for (const auto& [name, text] : file.metadata) {
    if (name == checksum_name) continue;
    sum.add_cell(name);
    sum.add_cell(text);
  }
  sum.end_row();
  for (const auto& [name, tensor] : file.tensors) {
    sum.add_cell(name);
    sum.add_cell(tensor.bytes);
  }
  return sum.text();
}

}  // namespace

void write_checkpoint_file(const std::string& path, TensorFile file,
                           const CheckpointIdentity& identity) {
  save_identity(identity, file);
  file.metadata[checksum_name] = checksum_of(file);
  write_safetensors(path, file);
}

TensorFile read_checkpoint_file(const std::string& path, const CheckpointIdentity& expected) {
  TensorFile file = read_safetensors(path);
  // Damage first, which may look like another identity; what is no checkpoint has no checksum.
  const auto checksum = file.metadata.find(checksum_name);
  if (checksum != file.metadata.end() && checksum->second != checksum_of(file))
    throw DataError({.file = path}, "content of checksum " + checksum_of(file), checksum->second);
  require_identity(expected, 0, file, path);
  read_metadata(file, checksum_name, path);
  return file;
}

template <class T>
void write_checkpoint(const std::string& path, const BasicTrainState<T>& state,
                      const CheckpointIdentity& identity) {
  TensorFile file;
  save_state(state, file);
  write_checkpoint_file(path, std::move(file), identity);
}

template <class T>
BasicTrainState<T> read_checkpoint(const std::string& path, const CheckpointIdentity& expected) {
  const TensorFile file = read_checkpoint_file(path, expected);
  BasicTrainState<T> state = load_state<T>(file, path);
  require_identity(expected, state.epoch, file, path);
  return state;
}

template <class T>
CheckpointWriter<T>::CheckpointWriter(std::string path, const BasicTrainState<T>& state,
                                      CheckpointIdentity identity, double seconds)
    : path_(std::move(path)), state_(state), identity_(std::move(identity)), seconds_(seconds) {}

template <class T>
Observer CheckpointWriter<T>::observer() {
  return [this](const Progress& progress) {
    const bool is_last = progress.step == progress.steps;
    if (progress.epoch_ended && (is_last || progress.seconds - last_seconds_ >= seconds_)) {
      write();
      last_seconds_ = progress.seconds;
    }
    return Decision::go_on;
  };
}

template <class T>
void CheckpointWriter<T>::write() {
  if (state_.step == last_step_) return;
  write_checkpoint(path_, state_, identity_);
  last_step_ = state_.step;
}

template void write_checkpoint(const std::string&, const BasicTrainState<float>&,
                               const CheckpointIdentity&);
template void write_checkpoint(const std::string&, const BasicTrainState<double>&,
                               const CheckpointIdentity&);
template BasicTrainState<float> read_checkpoint(const std::string&, const CheckpointIdentity&);
template BasicTrainState<double> read_checkpoint(const std::string&, const CheckpointIdentity&);
template class CheckpointWriter<float>;
template class CheckpointWriter<double>;

}  // namespace renyi
