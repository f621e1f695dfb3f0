// The list of commands: each adds itself to the application and says what it runs.
#pragma once

#include "cli/command_line.hpp"

namespace renyi::cli {

void add_bound(CLI::App& root, CommandLine& line);
void add_divergence(CLI::App& root, CommandLine& line);
void add_reproduce(CLI::App& root, CommandLine& line);
void add_completion(CLI::App& root, CommandLine& line);

}  // namespace renyi::cli
