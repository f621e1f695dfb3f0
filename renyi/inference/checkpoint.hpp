// A run of training in a file, from which it goes on to the same bits: after a crash, an interrupt,
// or for more epochs. When to write is the writer's, whether to go on the caller's.
#pragma once

#include <cstdint>
#include <string>

#include "renyi/core/tensor.hpp"
#include "renyi/inference/checkpoint_identity.hpp"
#include "renyi/inference/train.hpp"
#include "renyi/inference/train_state.hpp"

namespace renyi {

// What arrays a file of a run has, whatever the run: safetensors with its identity and a checksum,
// which appears whole or not at all.
void write_checkpoint_file(const std::string& path, TensorFile file,
                           const CheckpointIdentity& identity);
// Throws DataError for a file that is damaged, or of another kind, other options or other data.
TensorFile read_checkpoint_file(const std::string& path, const CheckpointIdentity& expected);

template <class T>
void write_checkpoint(const std::string& path, const BasicTrainState<T>& state,
                      const CheckpointIdentity& identity);

// Throws DataError also for a run of another length, where that matters.
template <class T>
BasicTrainState<T> read_checkpoint(const std::string& path, const CheckpointIdentity& expected);

// Keeps a file up to date while train() runs on `state`, which must outlive it.
template <class T>
class CheckpointWriter {
 public:
  // At ends of epochs, but for the last one not more often than after so many seconds.
  CheckpointWriter(std::string path, const BasicTrainState<T>& state, CheckpointIdentity identity,
                   double seconds = 10.0);
  CheckpointWriter(const CheckpointWriter&) = delete;
  CheckpointWriter& operator=(const CheckpointWriter&) = delete;
  ~CheckpointWriter() = default;

  // For the hooks of train(); never stops the run. The writer must outlive it.
  Observer observer();

  // Now, unless the file is of this very step: for the end of a run, whatever ended it.
  void write();

 private:
  std::string path_;
  const BasicTrainState<T>& state_;
  CheckpointIdentity identity_;
  double seconds_;
  double last_seconds_ = 0.0;
  std::int64_t last_step_ = -1;
};

}  // namespace renyi
