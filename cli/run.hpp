// One run of the program: arguments in, results and messages out, an exit code back.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace renyi::cli {

// `arguments` without the program's name. Results go to `out`, messages to `err`.
int run(std::vector<std::string> arguments, std::ostream& out, std::ostream& err);

}  // namespace renyi::cli
