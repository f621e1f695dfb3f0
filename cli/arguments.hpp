// What is done to the arguments before they are parsed.
#pragma once

#include <string>
#include <vector>

namespace renyi::cli {

// Joins "--alpha" "-inf,0" to "--alpha=-inf,0": a value that starts with a minus sign would be
// taken for a flag.
std::vector<std::string> join_negative_values(std::vector<std::string> arguments);

// Replaces "--config RESULT.json" by the command and the options recorded in that file; whatever
// else is given comes after them and wins. Throws UsageError where the given command is another
// one, DataError where the file is not a result of renyi.
std::vector<std::string> expand_config(std::vector<std::string> arguments);

}  // namespace renyi::cli
