// How long a training step takes, measured with the trainer itself on data that do not matter.
#pragma once

#include "experiments/step_model.hpp"
#include "renyi/core/parallel.hpp"

namespace renyi {

// Seconds a step, the least of some epochs of twenty steps. All processes call it.
double time_vae_step(VaeOptions options, Index pixels, ThreadPool& pool, Communicator* others);
double time_bnn_step(BnnOptions options, Index inputs, ThreadPool& pool, Communicator* others);

}  // namespace renyi
