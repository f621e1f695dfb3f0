// One run of the program: arguments in, results and messages out, an exit code back.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "renyi/core/communicator.hpp"

namespace renyi::cli {

// `arguments` without the program's name. Results go to `out`, messages to `err`.
// Where other processes run alike, all of them train and score together, and the first one alone
// has results, messages and files.
int run(std::vector<std::string> arguments, std::ostream& out, std::ostream& err,
        Communicator* others = nullptr);

}  // namespace renyi::cli
