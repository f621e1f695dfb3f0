#include "renyi/data/match_columns.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

std::vector<const ColumnEncoding*> wanted(const TableEncoding& encoding, bool with_target) {
  std::vector<const ColumnEncoding*> columns;
  for (const ColumnEncoding& feature : encoding.features) columns.push_back(&feature);
  if (with_target) columns.push_back(&encoding.target);
  return columns;
}

std::vector<Index> by_name(const std::vector<const ColumnEncoding*>& columns,
                           const TableHead& head) {
  std::vector<Index> positions;
  std::vector<std::string> names;
  std::vector<std::string> missing;
  for (const ColumnEncoding* column : columns) {
    const auto found = std::ranges::find(head.names, column->name);
    positions.push_back(found - head.names.begin());
    names.push_back(column->name);
    if (found == head.names.end()) missing.push_back(column->name);
  }
  if (missing.empty()) return positions;
  std::vector<std::string> others;
  std::ranges::copy_if(head.names, std::back_inserter(others),
                       [&](const auto& name) { return std::ranges::count(names, name) == 0; });
  throw DataError({.file = head.file},
                  fmt::format("the {} columns that the model needs", columns.size()),
                  fmt::format("none named {}{}", list_columns(missing),
                              others.empty() ? "" : "; others are " + list_columns(others)));
}

}  // namespace

std::vector<Index> match_columns(const TableEncoding& encoding, const TableHead& head,
                                 bool with_target) {
  const auto columns = wanted(encoding, with_target);
  if (encoding.header && head.header) return by_name(columns, head);
  const auto count = static_cast<Index>(head.names.size());
  const auto features = static_cast<Index>(encoding.features.size());
  if (!with_target && count == features) return all_rows(count);
  if (count != encoding.table_columns)
    throw DataError(
        {.file = head.file},
        with_target
            ? fmt::format("{} columns, as there is no header to go by", encoding.table_columns)
            : fmt::format("{} or, without the target, {} columns, as there is no header "
                          "to go by",
                          encoding.table_columns, features),
        fmt::format("{}", count));
  std::vector<Index> positions;
  positions.reserve(columns.size());
  for (const ColumnEncoding* column : columns) positions.push_back(column->position);
  return positions;
}

std::vector<Index> categorical_columns(const TableHead& head, const TableEncoding& encoding,
                                       bool with_target) {
  const auto positions = match_columns(encoding, head, with_target);
  const auto columns = wanted(encoding, with_target);
  std::vector<Index> categorical;
  for (std::size_t c = 0; c < positions.size(); ++c)
    if (!columns[c]->levels.empty()) categorical.push_back(positions[c]);
  return categorical;
}

}  // namespace renyi
