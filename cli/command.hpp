// A command as data: what it is called, what it takes and what it does. How arguments are read is
// parser.hpp's, what a field's text looks like field_text.hpp's.
#pragma once

#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "renyi/report/report.hpp"

namespace renyi::cli {

// A report is printed in the chosen format, a text as it is.
using Result = std::variant<Report, std::string>;

struct Flag {
  std::string name = {};         // without its dashes
  std::string letter = {};       // a short name, "o" for -o; mostly none
  std::string description = {};  // for --help
  std::string type = {};         // what --help calls the value; empty for a switch, which has none
  std::string fallback = {};     // the default, as text
  bool required = false;
  bool positional = false;  // may be given without its flag
  // What stands between the values of a flag that may be given several times, which are read as one
  // text; empty: the last one counts.
  std::string joint = {};
  std::function<void(const std::string& text)> read = {};  // UsageError for a bad value
};

struct Command {
  std::string name = {};
  std::string description = {};  // one line
  std::string footer = {};       // examples, below the flags
  std::vector<Flag> flags = {};
  std::vector<Command> subcommands = {};     // a command has these or an action
  std::function<Result()> action = {};       // validates and runs, once the flags are read
  std::function<OptionList()> options = {};  // to be printed with the result
  bool with_others = false;  // processes share its work; otherwise the first one does it all
};

}  // namespace renyi::cli
