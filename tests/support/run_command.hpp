// Runs the command line within the test, and hands back what it printed.
#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "cli/run.hpp"

namespace renyi::testing {

struct Outcome {
  int code;
  std::string out;
  std::string err;
};

inline Outcome run_command(std::vector<std::string> arguments) {
  std::ostringstream out;
  std::ostringstream err;
  const int code = cli::run(std::move(arguments), out, err);
  return {code, out.str(), err.str()};
}

}  // namespace renyi::testing
