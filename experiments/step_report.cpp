#include "experiments/step_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "experiments/require_at_least.hpp"
#include "experiments/step_timing.hpp"
#include "renyi/core/error.hpp"

namespace renyi {
namespace {

// A fit whose step is timed and predicted, for any number of rows in a minibatch.
class TimedStep {
 public:
  explicit TimedStep(const StepOptions& options) : is_vae_(options.fit == StepKind::vae) {
    vae_ = vae_preset(options.preset, 1);
    vae_.train.draws = bnn_.train.draws = options.draws;
    bnn_.train.batch = 32;
    bnn_.row_shards = options.row_shards;
    if (options.batch > 0) vae_.train.batch = bnn_.train.batch = options.batch;
    pixels_ = options.preset == VaePreset::frey ? 560 : 784;
  }
  std::int64_t batch() const { return is_vae_ ? vae_.train.batch : bnn_.train.batch; }
  std::string name() const {
    return is_vae_ ? fmt::format("auto-encoder {}-{}, K = {}", pixels_,
                                 to_string(vae_.architecture), vae_.train.draws)
                   : fmt::format("network {}-50-1, K = {}", inputs, bnn_.train.draws);
  }
  StepWork work(std::int64_t batch) const {
    VaeOptions vae = vae_;
    BnnOptions bnn = bnn_;
    vae.train.batch = bnn.train.batch = batch;
    return is_vae_ ? vae_step_work(vae, pixels_) : bnn_step_work(bnn, inputs);
  }
  double time(ThreadPool& pool, Communicator* others) const {
    return is_vae_ ? time_vae_step(vae_, pixels_, pool, others)
                   : time_bnn_step(bnn_, inputs, pool, others);
  }

 private:
  static constexpr Index inputs = 13;
  bool is_vae_;
  VaeOptions vae_ = {};
  BnnOptions bnn_ = {.hidden = {50}};
  Index pixels_ = 784;
};

// Of the compute time alone: what is left of the measured step.
double efficiency_of(const Machine& machine, const StepWork& work, double measured) {
  const double compute = measured - predict_step(machine, 1.0, work, 1).parameters;
  return work.flops / (machine.flops * std::max(compute, 0.1 * measured));
}

Cell milliseconds(double seconds) { return 1e3 * seconds; }

Table steps_table(const StepOptions& options, const TimedStep& subject, Machine machine,
                  double alone, std::optional<double> together, int here) {
  const double efficiency = efficiency_of(machine, subject.work(subject.batch()), alone);
  if (options.latency > 0.0) machine.latency = 1e-6 * options.latency;
  if (options.bandwidth > 0.0) machine.bandwidth = 1e9 * options.bandwidth;
  Table table{.name = "steps",
              .title = fmt::format("A step of the {}: {:.3g} Gflop at {:.0f} % of a core's peak",
                                   subject.name(), 1e-9 * subject.work(subject.batch()).flops,
                                   100.0 * efficiency),
              .columns = {"processes", "batch", "compute", "parameters", "communication", "total",
                          "measured", "rows_per_s", "of_ideal"}};
  const auto alone_rate =
      static_cast<double>(subject.batch()) /
      predict_step(machine, efficiency, subject.work(subject.batch()), 1).total();
  const auto add = [&](int processes, std::int64_t batch) {
    const StepTime time = predict_step(machine, efficiency, subject.work(batch), processes);
    const double rate = static_cast<double>(batch) / time.total();
    Cell measured;
    if (batch == subject.batch() && processes == 1) measured = milliseconds(alone);
    if (batch == subject.batch() && processes == here && together)
      measured = milliseconds(*together);
    table.rows.push_back({std::int64_t{processes}, batch, milliseconds(time.compute),
                          milliseconds(time.parameters), milliseconds(time.communication),
                          milliseconds(time.total()), measured, rate,
                          rate / (alone_rate * processes)});
  };
  for (const std::int64_t count : options.processes) {
    const auto processes = static_cast<int>(count);
    if (processes > 1 && !(machine.latency > 0.0 && machine.bandwidth > 0.0)) continue;
    add(processes, subject.batch());
    // A whole shard of images for each.
    constexpr std::int64_t shard = 25;
    if (processes > 1 && options.fit == StepKind::vae && shard * processes != subject.batch())
      add(processes, shard * processes);
  }
  table.notes.emplace_back(
      "times in milliseconds, one thread a process; measured: by training, the least of seven "
      "epochs. of_ideal: rows a second, against so many times those of one process. Without other "
      "processes, --latency and --bandwidth are needed to predict theirs.");
  return table;
}

}  // namespace

void StepOptions::validate() const {
  require_at_least("draws", 1, draws);
  require_at_least("batch", 0, batch);
  require_at_least("row-shards", 1, row_shards);
  if (row_shards > 1 && fit != StepKind::bnn)
    throw UsageError(
        "row-shards: expected --fit bnn, found an auto-encoder, which always has them");
  for (const std::int64_t count : processes) require_at_least("processes", 1, count);
  const auto require_from_0 = [](const char* name, double value) {
    if (!(value >= 0.0))
      throw UsageError(fmt::format("{}: expected a number from 0, found {}", name, value));
  };
  require_from_0("latency", latency);
  require_from_0("bandwidth", bandwidth);
}

Report step_report(const StepOptions& options, Communicator* others) {
  const TimedStep subject(options);
  const int here = others == nullptr ? 1 : others->size();
  ThreadPool pool(1);
  // The first process is timed alone; the others time nothing then, and have no table.
  const bool is_first = others == nullptr || others->rank() == 0;
  const double alone = is_first ? subject.time(pool, nullptr) : 0.0;
  if (others != nullptr) others->any(false);  // they wait for it here
  const Machine machine = measure_machine(others);
  std::optional<double> together;
  if (here > 1) together = subject.time(pool, others);
  Report report{.tables = {machine_table(machine, here)}};
  if (is_first)
    report.tables.push_back(steps_table(options, subject, machine, alone, together, here));
  return report;
}

}  // namespace renyi
