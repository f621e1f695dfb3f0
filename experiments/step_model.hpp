// How long a training step takes on some processes, by arithmetic: flops, bytes and calls, each at
// the speed that was measured. See docs/scaling.md.
#pragma once

#include "experiments/machine.hpp"
#include "renyi/inference/fit_bnn.hpp"
#include "renyi/inference/fit_vae.hpp"

namespace renyi {

// A step of a fit that is cut into shards, which processes share.
struct StepWork {
  double flops = 0.0;            // of all shards
  Index shards = 1;              // at most so many processes have something to do
  double parameter_bytes = 0.0;  // which every process steps with Adam
  double array_bytes = 0.0;      // what a shard adds up
  bool gathers = false;          // all processes get all shards' arrays; otherwise their sum
  double told_bytes = 0.0;       // that a shard tells all before: its part of the log-weights
  double calls = 5.0;            // that all processes make
};
// With options' batch and draws.
StepWork vae_step_work(const VaeOptions& options, Index pixels);
StepWork bnn_step_work(const BnnOptions& options, Index inputs);

struct StepTime {
  double compute = 0.0, parameters = 0.0, communication = 0.0;  // seconds
  double total() const { return compute + parameters + communication; }
};

// efficiency: the share of the peak that shards reach.
StepTime predict_step(const Machine& machine, double efficiency, const StepWork& work,
                      int processes);

}  // namespace renyi
