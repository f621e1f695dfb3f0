// Where a fit of a sweep stands, in a file beside the store, so that a sweep that was killed goes
// on inside its fits. What is in the file is renyi/inference/checkpoint.hpp's.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/sweep_jobs.hpp"
#include "renyi/core/atomic_file.hpp"
#include "renyi/inference/checkpoint.hpp"

namespace renyi::cli {

struct SweepCheckpoint {
  std::string path = {};  // empty: none is kept
  double seconds = 10.0;  // from one to the next, at least
};

// What a fit leaves.
struct SweepFiles {
  std::string model = {};  // empty: none is kept
  SweepCheckpoint checkpoint = {};
};

// "STORE-0123456789abcdef.checkpoint", by all that the key has but its name, which another sweep
// may have given otherwise. None where the store's folder is not there, as in a process on another
// machine.
SweepCheckpoint sweep_checkpoint(const SweepPlan& plan, const JobKey& key);

// Does nothing where there is none.
void remove_checkpoint(const SweepCheckpoint& checkpoint);

// From the beginning where the file is not there, or is damaged: a sweep may ask nobody.
template <class T>
BasicTrainState<T> state_of(const std::string& checkpoint, const CheckpointIdentity& identity) {
  if (!std::filesystem::exists(checkpoint)) return {};
  try {
    return read_checkpoint<T>(checkpoint, identity);
  } catch (const DataError& error) {
    if (error.exit_code() != ExitCode::data) throw;
    return {};
  }
}

// Trains what `run` is (bnn_run.hpp, vae_run.hpp) from where its checkpoint stands, to the bits of
// a run that was never stopped. A fit that is over before the first checkpoint is due leaves none.
template <class T, class Run>
auto train_from_checkpoint(const Run& run, const SweepCheckpoint& checkpoint,
                           const StopRequest& stop) {
  BasicTrainState<T> state;
  std::vector<Observer> observers = {stop_observer(stop)};
  if (checkpoint.path.empty()) return run.train(state, std::move(observers), nullptr);
  remove_stale_temporaries(checkpoint.path);
  const CheckpointIdentity identity = run.identity();
  state = state_of<T>(checkpoint.path, identity);
  CheckpointWriter<T> writer(checkpoint.path, state, identity, checkpoint.seconds);
  observers.push_back([write = writer.observer()](const Progress& progress) {
    return progress.step == progress.steps ? Decision::go_on : write(progress);
  });
  auto fit = run.train(state, std::move(observers), nullptr);
  if (fit.training.ending == Ending::observer || fit.training.seconds >= checkpoint.seconds)
    writer.write();
  return fit;
}

}  // namespace renyi::cli
