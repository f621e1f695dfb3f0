// `renyi bench`: what this machine can do, and how long a training step takes on it or on more.
#include "cli/commands.hpp"
#include "cli/make_command.hpp"
#include "experiments/machine.hpp"
#include "experiments/step_report.hpp"

namespace renyi::cli {

Command bench_command(CommonOptions& common) {
  Command bench{.name = "bench",
                .description = "Measure this machine, and predict training steps on more of them"};
  bench.subcommands = {
      make_command<NoOptions>(
          {.name = "machine",
           .description = "Arithmetic, memory, and messages between processes",
           .footer = "Example:\n  mpirun -n 2 renyi bench machine",
           .with_others = true},
          common,
          [&common](const NoOptions&) {
            return Report{
                .tables = {machine_table(measure_machine(common.others),
                                         common.others == nullptr ? 1 : common.others->size())}};
          }),
      make_command<StepOptions>(
          {.name = "step",
           .description = "A training step, measured here and predicted for many processes",
           .footer = "Examples:\n"
                     "  mpirun -n 2 renyi bench step --preset frey --draws 50\n"
                     "  renyi bench step --fit bnn --draws 100 --latency 20 --bandwidth 1.25",
           .with_others = true},
          common,
          [&common](const StepOptions& options) { return step_report(options, common.others); })};
  return bench;
}

}  // namespace renyi::cli
