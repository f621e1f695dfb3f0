#include "experiments/step_model.hpp"

#include <algorithm>
#include <cmath>

#include "renyi/inference/bnn_shard.hpp"
#include "renyi/inference/vae_objective.hpp"

namespace renyi {

// As VaeObjective cuts minibatches.
StepWork vae_step_work(const VaeOptions& options, Index pixels) {
  const VaeNetworks networks({.pixels = pixels,
                              .architecture = options.architecture,
                              .activation = options.activation,
                              .likelihood = options.likelihood});
  const double bytes = sizeof(float) * static_cast<double>(networks.parameters());
  return {
      .flops = static_cast<double>(options.train.batch) * flops_an_image(networks, options.train),
      .shards = vae_shards(options.train.batch, options.image_shards).shards(),
      .parameter_bytes = bytes,
      .array_bytes = bytes};
}

// A draw of a row goes through all weights once forward and twice backward; of a draw every weight
// takes a normal number, worth about 120 operations.
StepWork bnn_step_work(const BnnOptions& options, Index inputs) {
  const NetworkLayout layout(
      {.inputs = inputs, .hidden = options.hidden, .outputs = 1, .activation = options.activation});
  const auto weights = static_cast<double>(layout.parameters());
  const auto draws = static_cast<double>(options.train.draws);
  if (options.row_shards > 1) {  // as BnnRowShards does: every shard draws all weights
    const auto shards = static_cast<double>(options.row_shards);
    return {.flops =
                draws * weights * (6.0 * static_cast<double>(options.train.batch) + 120.0 * shards),
            .shards = options.row_shards,
            .parameter_bytes = 2.0 * sizeof(double) * weights,
            .array_bytes = 2.0 * sizeof(double) * weights,
            .told_bytes = sizeof(double) * draws,
            .calls = 6.0};
  }
  return {.flops = draws * weights * (6.0 * static_cast<double>(options.train.batch) + 120.0),
          .shards = std::min<Index>(most_bnn_shards, options.train.draws),
          .parameter_bytes = 2.0 * sizeof(double) * weights,
          .array_bytes = 2.0 * sizeof(float) * weights,
          .gathers = true};
}

// Parameters: Adam reads the gradient, two moments and the parameters and writes three of them.
// Communication, where sums are wanted: of a process's own arrays all but a piece goes out, then
// the sum of its piece to all others. A call takes as many rounds as it takes to reach all by
// doubling. What is sent is copied once on either side.
StepTime predict_step(const Machine& machine, double efficiency, const StepWork& work,
                      int processes) {
  constexpr double passes = 7.0;
  const auto shards = static_cast<double>(work.shards), p = static_cast<double>(processes);
  const Index most_shards = (work.shards + processes - 1) / processes;  // of a process
  const auto own = static_cast<double>(most_shards);
  StepTime time;
  time.compute = own / shards * work.flops / (efficiency * machine.flops);
  time.parameters = passes * work.parameter_bytes / machine.memory;
  if (processes == 1) return time;
  const double others = p - 1.0, array = work.array_bytes;
  const double sent = own * work.told_bytes * others +
                      (work.gathers ? own * array * others : (own + 1.0) * array * others / p);
  const double copied = 2.0 * array * (work.gathers ? own + shards : own + shards / p);
  time.communication = work.calls * machine.latency * std::ceil(std::log2(p)) +
                       sent / machine.bandwidth + copied / machine.memory;
  return time;
}

}  // namespace renyi
