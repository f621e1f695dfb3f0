// A sweep from a TOML file: what is swept, and where each value stands. Whether the values make
// sense is sweep_plan.hpp's.
#pragma once

#include <string>

#include "cli/sweep_plan.hpp"

namespace renyi::cli {

// Paths in it are relative to its folder. DataError with line and column for what is no TOML, keys
// that there are not, and values of a wrong type.
SweepPlan read_sweep_file(const std::string& path);

// The same from the text of a file that would stand there.
SweepPlan parse_sweep(const std::string& text, const std::string& path);

}  // namespace renyi::cli
