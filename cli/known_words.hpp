// Commands and flags that there are not, refused with what is there and what may have been meant.
// Values are the parser's.
#pragma once

#include <string>
#include <vector>

#include "cli/command.hpp"

namespace renyi::cli {

// Throws UsageError for a word where a command is expected that is none, for none at all, for a
// flag that the command does not have, and for "--flag=" with nothing behind it.
void require_known_words(const std::vector<Command>& commands,
                         const std::vector<std::string>& arguments);

}  // namespace renyi::cli
