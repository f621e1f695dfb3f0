// Finds out which command is called, reads its flags, and writes the help texts. The only file that
// knows the library behind it.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "cli/command.hpp"

namespace renyi::cli {

struct Invocation {
  const Command* command = nullptr;  // one of the given commands, its flags read
  std::string path = {};             // "reproduce fig2b"
};

// Throws UsageError with a hint for wrong use. A text is the answer to --help or --version.
std::variant<Invocation, std::string> parse(const std::vector<Command>& commands,
                                            const std::vector<std::string>& arguments);

}  // namespace renyi::cli
