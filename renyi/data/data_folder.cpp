#include "renyi/data/data_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include "renyi/data/excerpt.hpp"

namespace renyi {
namespace {

namespace fs = std::filesystem;

std::string within(const std::string& folder, const std::string& name) {
  return (fs::path(folder) / name).string();
}

bool exists(const std::string& path) {
  std::error_code none;
  return fs::exists(path, none);
}

}  // namespace

bool is_folder(const std::string& path) {
  std::error_code none;
  return fs::is_directory(path, none);
}

std::vector<Index> read_indices(const std::string& path, Index limit) {
  const DataTable table = read_table(path, {.header = HeaderLine::absent});
  if (table.columns.size() != 1)
    throw DataError({.file = path, .line = table.lines.front()}, "one index in a line",
                    fmt::format("{} cells", table.columns.size()));
  const DataColumn& column = table.columns.front();
  if (column.kind == ColumnKind::unusable) throw DataError(*column.problem);
  if (column.kind == ColumnKind::words)
    throw DataError(table.place(0, 0), "whole numbers", excerpt(column.levels.front()));
  std::vector<Index> indices;
  std::vector<bool> seen(static_cast<std::size_t>(limit));
  for (std::size_t r = 0; r < column.numbers.size(); ++r) {
    const double value = column.numbers[r];
    const Place place{.file = path, .line = table.lines[r]};
    if (!(value >= 0.0 && value < static_cast<double>(limit)) || value != std::floor(value))
      throw DataError(place, fmt::format("a whole number from 0 to {}", limit - 1),
                      std::isnan(value) ? "a missing cell" : fmt::format("{}", value));
    const auto index = static_cast<std::size_t>(value);
    if (seen[index])
      throw DataError(place, "indices that differ", fmt::format("{} a second time", index));
    seen[index] = true;
    indices.push_back(static_cast<Index>(index));
  }
  return indices;
}

FolderColumns read_folder_columns(const std::string& folder, Index columns) {
  FolderColumns found;
  const std::string features = within(folder, "index_features.txt");
  if (exists(features)) found.features = read_indices(features, columns);
  const std::string target = within(folder, "index_target.txt");
  if (!exists(target)) return found;
  const auto targets = read_indices(target, columns);
  if (targets.size() != 1)
    throw DataError({.file = target}, "one target", fmt::format("{}", targets.size()));
  found.target = targets.front();
  if (found.features && std::ranges::count(*found.features, *found.target) > 0)
    throw DataError({.file = features}, "features without the target",
                    fmt::format("the target {} among them", *found.target));
  return found;
}

DataFolder read_data_folder(const std::string& folder, const TableOptions& options) {
  DataTable table = read_table(within(folder, "data.txt"), options);
  FolderColumns columns = read_folder_columns(folder, static_cast<Index>(table.columns.size()));
  return {std::move(columns), std::move(table)};
}

bool has_split(const std::string& folder, std::int64_t split) {
  std::error_code none;
  return std::filesystem::exists(within(folder, fmt::format("index_train_{}.txt", split)), none);
}

Split read_split(const std::string& folder, std::int64_t split, Index rows) {
  const auto test_file = within(folder, fmt::format("index_test_{}.txt", split));
  Split result{
      .train = read_indices(within(folder, fmt::format("index_train_{}.txt", split)), rows),
      .test = read_indices(test_file, rows)};
  std::vector<bool> in_train(static_cast<std::size_t>(rows));
  for (const Index row : result.train) in_train[static_cast<std::size_t>(row)] = true;
  for (const Index row : result.test)
    if (in_train[static_cast<std::size_t>(row)])
      throw DataError({.file = test_file}, "rows that are not in the training part",
                      fmt::format("{} in both", row));
  return result;
}

}  // namespace renyi
