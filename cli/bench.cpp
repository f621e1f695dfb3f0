// `renyi bench`: what this machine can do, and how long a training step takes on it or on more.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/commands.hpp"
#include "cli/make_command.hpp"
#include "experiments/machine.hpp"
#include "experiments/require_at_least.hpp"
#include "experiments/step_timing.hpp"

namespace renyi::cli {
namespace {

struct MachineOptions {
  template <class Self, class Visitor>
  static void describe(Self& /*self*/, Visitor&& /*field*/) {}
  void validate() const {}
};

enum class FitKind : std::uint8_t { vae, bnn };

}  // namespace
}  // namespace renyi::cli

template <>
struct renyi::EnumNames<renyi::cli::FitKind> {
  static constexpr std::string_view what = "fit";
  static constexpr std::array<std::string_view, 2> names = {"vae", "bnn"};
};

namespace renyi::cli {
namespace {

struct StepOptions {
  FitKind fit = FitKind::vae;
  VaePreset preset = VaePreset::mnist;
  std::int64_t draws = 5;
  std::int64_t batch = 0;
  std::vector<std::int64_t> processes = {1, 2, 4, 64, 1024};
  double latency = 0.0, bandwidth = 0.0;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("fit", self.fit,
          "the model: vae of --preset's network, or bnn of 50 units and 13 inputs");
    field("preset", self.preset, "images and network of the auto-encoder");
    field("draws", self.draws, "draws K");
    field("batch", self.batch, "rows of a minibatch; 0: as the preset has, 32 of bnn");
    field("processes", self.processes, "numbers of processes to predict a step for");
    field("latency", self.latency, "microseconds of a call between them; 0: as measured");
    field("bandwidth", self.bandwidth, "GB/s that a process sends; 0: as measured");
  }
  void validate() const {
    require_at_least("draws", 1, draws);
    require_at_least("batch", 0, batch);
    for (const std::int64_t count : processes) require_at_least("processes", 1, count);
    if (!(latency >= 0.0 && bandwidth >= 0.0))
      throw UsageError("latency and bandwidth: expected numbers from 0");
  }
};

// A fit whose step is timed and predicted, for any number of rows in a minibatch.
class Subject {
 public:
  explicit Subject(const StepOptions& options) : is_vae_(options.fit == FitKind::vae) {
    vae_ = vae_preset(options.preset, 1);
    vae_.train.draws = bnn_.train.draws = options.draws;
    bnn_.train.batch = 32;
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
    return is_vae_ ? vae_work(vae, pixels_) : bnn_work(bnn, inputs);
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

Table steps_table(const StepOptions& options, const Subject& subject, Machine machine, double alone,
                  std::optional<double> together, int here) {
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
    if (processes > 1 && options.fit == FitKind::vae && shard * processes != subject.batch())
      add(processes, shard * processes);
  }
  table.notes.emplace_back(
      "times in milliseconds, one thread a process; measured: by training, the least of seven "
      "epochs. of_ideal: rows a second, against so many times those of one process. Without other "
      "processes, --latency and --bandwidth are needed to predict theirs.");
  return table;
}

Report step_report(const StepOptions& options, const CommonOptions& common) {
  const Subject subject(options);
  const int here = common.others == nullptr ? 1 : common.others->size();
  ThreadPool pool(1);
  Report report;
  // The first process is timed alone while the others wait for it.
  double alone = 0.0;
  if (common.is_first()) alone = subject.time(pool, nullptr);
  const Machine machine = measure_machine(common.others);
  std::optional<double> together;
  if (here > 1) together = subject.time(pool, common.others);
  report.tables = {
      machine_table(machine, here),
      steps_table(options, subject, machine, common.is_first() ? alone : 1.0, together, here)};
  return report;
}

}  // namespace

Command bench_command(CommonOptions& common) {
  Command bench{.name = "bench",
                .description = "Measure this machine, and predict training steps on more of them"};
  bench.subcommands = {
      make_command<MachineOptions>(
          {.name = "machine",
           .description = "Arithmetic, memory, and messages between processes",
           .footer = "Example:\n  mpirun -n 2 renyi bench machine",
           .with_others = true},
          common,
          [&common](const MachineOptions&) {
            const Machine machine = measure_machine(common.others);
            return Report{.tables = {machine_table(
                              machine, common.others == nullptr ? 1 : common.others->size())}};
          }),
      make_command<StepOptions>(
          {.name = "step",
           .description = "A training step, measured here and predicted for many processes",
           .footer = "Examples:\n"
                     "  mpirun -n 2 renyi bench step --preset frey --draws 50\n"
                     "  renyi bench step --fit bnn --draws 100 --latency 20 --bandwidth 1.25",
           .with_others = true},
          common, [&common](const StepOptions& options) { return step_report(options, common); })};
  return bench;
}

}  // namespace renyi::cli
