// The columns of a table by name or number, and what to say when there is no such column.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "renyi/core/matrix.hpp"

namespace renyi {

// What is known of a table once its first line is read.
struct TableHead {
  std::string file = {};
  bool header = false;                  // false: the names are ours, x1, x2, ...
  std::vector<std::string> names = {};  // all different
};

// The position, from 0, of the column that `text` means: its name or, where no column has that
// name, its number from 1 as a spreadsheet counts. Throws UsageError that begins with `what` and
// lists the columns and the nearest names.
Index find_column(const TableHead& head, std::string_view what, const std::string& text);

// "a, b, c and 9 more", as may stand in a message.
std::string list_columns(const std::vector<std::string>& names);

}  // namespace renyi
