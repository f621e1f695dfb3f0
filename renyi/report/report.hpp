// What a command or an experiment returns: tables with their options, so that it can be repeated.
// How it looks (text, JSON, CSV) is in format.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace renyi {

// A cell without a value, and why it has none is said in the table's notes; printed as "na".
struct NotAvailable {
  friend bool operator==(NotAvailable, NotAvailable) = default;
};

using Cell = std::variant<NotAvailable, double, std::int64_t, std::string>;

struct Table {
  std::string name = {};   // short, for JSON and CSV: "bounds"
  std::string title = {};  // one line, for people
  std::vector<std::string> columns = {};
  std::vector<std::vector<Cell>> rows = {};  // each as long as columns
  std::vector<std::string> notes = {};       // what a reader must know to read the table right
};

using OptionValue = std::variant<bool, double, std::int64_t, std::uint64_t, std::string>;
using OptionList = std::vector<std::pair<std::string, OptionValue>>;

struct Report {
  std::string command = {};  // "bound", "reproduce fig2b"
  OptionList options = {};   // every option by name, enough to run it again
  std::vector<Table> tables = {};
};

}  // namespace renyi
