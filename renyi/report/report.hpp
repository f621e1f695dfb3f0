// What a command or an experiment returns: tables and figures with their options, so that it can be
// repeated. How it looks (text, JSON, CSV, a page) is in format.hpp.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "renyi/core/version.hpp"
#include "renyi/report/figure.hpp"

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

// A file that the results stand on, so that one can tell whether it is still the same.
struct DataSource {
  std::string path = {};
  std::string fingerprint = {};  // of its content
  std::int64_t rows = 0;
};

// Tables have different names, and so have figures and image grids.
struct Report {
  std::string command = {};  // "bound", "reproduce fig2b"
  OptionList options = {};   // every option by name, enough to run it again
  std::vector<DataSource> data = {};
  std::vector<Table> tables = {};
  std::vector<Figure> figures = {};
  std::vector<ImageGrid> images = {};
  std::string version = renyi::version;  // of the program that computed it
  // What of the work failed, if anything did: who shows the report says so and ends with an error.
  // Not among what is written.
  std::string failure = {};
};

}  // namespace renyi
