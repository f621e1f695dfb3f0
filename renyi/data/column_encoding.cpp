#include "renyi/data/column_encoding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string_view>
#include <unordered_map>

#include "renyi/data/excerpt.hpp"

namespace renyi {
namespace {

constexpr std::size_t most_categories = 1000;
constexpr double missing = std::numeric_limits<double>::quiet_NaN();

std::size_t offset(Index index) { return static_cast<std::size_t>(index); }

const DataColumn& usable(const DataTable& table, Index column) {
  const DataColumn& found = table.columns[offset(column)];
  if (found.kind == ColumnKind::unusable) throw DataError(*found.problem);
  return found;
}

// The different words in the given rows, sorted, so that the order of rows does not matter.
std::vector<std::string> words_in(const DataColumn& column, Rows rows) {
  std::vector<bool> used(column.levels.size());
  for (const Index row : rows)
    if (!column.is_missing(offset(row))) used[offset(column.codes[offset(row)])] = true;
  std::vector<std::string> words;
  for (std::size_t i = 0; i < used.size(); ++i)
    if (used[i]) words.push_back(column.levels[i]);
  std::ranges::sort(words);
  return words;
}

// Refuses columns without any value, which have neither mean nor categories.
void require_values(const DataTable& table, Index position, Rows rows) {
  const DataColumn& column = usable(table, position);
  if (std::ranges::all_of(rows, [&](Index row) { return column.is_missing(offset(row)); }))
    throw DataError({.file = table.head.file, .column = position + 1},
                    fmt::format("values in column {}", excerpt(table.head.names[offset(position)])),
                    "missing cells alone");
}

double number_at(const DataTable& table, Index column, Index row) {
  const double value = table.columns[offset(column)].numbers[offset(row)];
  if (std::isinf(value))
    throw DataError(table.place(row, column), "a finite number", fmt::format("{}", value));
  return value;
}

// One column of numbers, NaN where missing.
Vector numbers_of(const DataTable& table, Index position, Rows rows) {
  const DataColumn& column = usable(table, position);
  Vector values(static_cast<Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (column.kind == ColumnKind::words && !column.is_missing(offset(rows[i])))
      throw DataError(table.place(rows[i], position), "a number",
                      excerpt(column.levels[offset(column.codes[offset(rows[i])])]));
    values(static_cast<Index>(i)) =
        column.kind == ColumnKind::words ? missing : number_at(table, position, rows[i]);
  }
  return values;
}

// Each row's place among the categories, -1 where missing.
std::vector<Index> places_of(const DataTable& table, Index position, Rows rows,
                             const ColumnEncoding& encoding) {
  const DataColumn& column = usable(table, position);
  std::unordered_map<std::string_view, Index> known;
  for (const auto& level : encoding.levels) known.emplace(level, static_cast<Index>(known.size()));
  std::vector<Index> place(column.levels.size(), -1);  // of each word of the table
  for (std::size_t i = 0; i < place.size(); ++i)
    if (const auto found = known.find(column.levels[i]); found != known.end())
      place[i] = found->second;
  std::vector<Index> places(rows.size(), -1);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t row = offset(rows[i]);
    if (column.is_missing(row)) continue;
    const bool is_word = column.kind == ColumnKind::words;
    if (is_word) places[i] = place[offset(column.codes[row])];
    if (places[i] < 0)
      throw DataError(table.place(rows[i], position),
                      fmt::format("a category of column {} that was learned ({})",
                                  excerpt(encoding.name), list_columns(encoding.levels)),
                      is_word ? excerpt(column.levels[offset(column.codes[row])])
                              : fmt::format("the number {}", column.numbers[row]));
  }
  return places;
}

// Zeros and ones, a row of NaN where missing.
Matrix indicators_of(const std::vector<Index>& places, Index width) {
  Matrix values = Matrix::Zero(static_cast<Index>(places.size()), width);
  for (Index r = 0; r < values.rows(); ++r) {
    if (places[offset(r)] < 0)
      values.row(r).setConstant(missing);
    else
      values(r, places[offset(r)]) = 1.0;
  }
  return values;
}

}  // namespace

ColumnEncoding learn_column(const DataTable& table, Index position, Rows rows) {
  const DataColumn& column = usable(table, position);
  require_values(table, position, rows);
  ColumnEncoding encoding{.name = table.head.names[offset(position)], .position = position};
  if (column.kind == ColumnKind::numbers) return encoding;
  encoding.levels = words_in(column, rows);
  if (encoding.levels.size() > most_categories)
    throw DataError(
        {.file = table.head.file, .column = position + 1},
        fmt::format("at most {} different words in a column of categories", most_categories),
        fmt::format("{}", encoding.levels.size()));
  return encoding;
}

Matrix encode_column(const ColumnEncoding& encoding, const DataTable& table, Index position,
                     Rows rows) {
  if (encoding.levels.empty()) return numbers_of(table, position, rows);
  return indicators_of(places_of(table, position, rows, encoding), encoding.width());
}

Vector encode_classes(const ColumnEncoding& encoding, const DataTable& table, Index position,
                      Rows rows) {
  const auto places = places_of(table, position, rows, encoding);
  Vector classes(static_cast<Index>(places.size()));
  for (Index r = 0; r < classes.size(); ++r)
    classes(r) = places[offset(r)] < 0 ? missing : static_cast<double>(places[offset(r)]);
  return classes;
}

}  // namespace renyi
