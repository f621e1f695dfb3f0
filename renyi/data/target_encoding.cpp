#include "renyi/data/target_encoding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "renyi/data/excerpt.hpp"
#include "renyi/data/number.hpp"

namespace renyi {
namespace {

std::size_t entry(Index index) { return static_cast<std::size_t>(index); }

// The levels are sorted as text: "10" before "9".
void sort_by_number(std::vector<std::string>& levels) {
  const auto is_number = [](const std::string& level) { return parse_number(level).has_value(); };
  if (!std::ranges::all_of(levels, is_number)) return;
  std::ranges::stable_sort(
      levels, [](const auto& a, const auto& b) { return *parse_number(a) < *parse_number(b); });
}

// At the first row with a value: learn_column has seen to it that there is one.
DataError word_refusal(const DataTable& table, Index position, Rows rows) {
  const DataColumn& column = table.columns[entry(position)];
  const Index row =
      *std::ranges::find_if(rows, [&](Index r) { return !column.is_missing(entry(r)); });
  return {table.place(row, position),
          fmt::format("a number in column {}, the target of a regression",
                      excerpt(table.head.names[entry(position)])),
          excerpt(column.levels[entry(column.codes[entry(row)])])};
}

}  // namespace

ColumnEncoding learn_target(const DataTable& table, Index position, Rows rows, Task task) {
  ColumnEncoding encoding = learn_column(table, position, rows);
  const std::string name = excerpt(encoding.name);
  if (encoding.levels.empty()) {
    if (task == Task::classification)
      throw UsageError(fmt::format(
          "target: expected column {} read as categories, for classification, found numbers",
          name));
    return encoding;
  }
  if (task == Task::regression) throw word_refusal(table, position, rows);
  if (encoding.levels.size() == 1)
    throw DataError({.file = table.head.file, .column = position + 1},
                    fmt::format("at least two classes in column {}", name),
                    excerpt(encoding.levels.front()) + " alone");
  sort_by_number(encoding.levels);
  return encoding;
}

Vector encode_target(const ColumnEncoding& encoding, const DataTable& table, Index position,
                     Rows rows) {
  const bool numbers = encoding.levels.empty();
  Vector values = numbers ? Vector(encode_column(encoding, table, position, rows))
                          : encode_classes(encoding, table, position, rows);
  for (Index r = 0; r < values.size(); ++r)
    if (std::isnan(values(r)))
      throw DataError(table.place(rows[entry(r)], position),
                      fmt::format("a {} of the target in column {}", numbers ? "number" : "class",
                                  excerpt(table.head.names[entry(position)])),
                      "a missing cell");
  return values;
}

}  // namespace renyi
