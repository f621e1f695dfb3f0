#include "cli/commands.hpp"

namespace renyi::cli {

std::vector<Command> all_commands(CommonOptions& common) {
  std::vector<Command> commands = {
      fit_command(common),       predict_command(common), evaluate_command(common),
      sweep_command(common),     sample_command(common),  reconstruct_command(common),
      encode_command(common),    bound_command(common),   divergence_command(common),
      reproduce_command(common), runs_command(common),    report_command(common),
      bench_command(common)};
  commands.push_back(completion_command(common, commands));
  return commands;
}

}  // namespace renyi::cli
