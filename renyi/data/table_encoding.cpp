#include "renyi/data/table_encoding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "renyi/data/excerpt.hpp"
#include "renyi/data/match_columns.hpp"
#include "renyi/data/standardise.hpp"

namespace renyi {
namespace {

std::size_t at(Index index) { return static_cast<std::size_t>(index); }

[[noreturn]] void refuse_missing(const DataTable& table, Index column, Index row,
                                 const std::string& expected) {
  throw DataError(table.place(row, column),
                  fmt::format("{} in column {}", expected, excerpt(table.head.names[at(column)])),
                  "a missing cell");
}

// The design matrix before standardisation, NaN where cells are missing.
Matrix design(const TableEncoding& encoding, const DataTable& table, Rows rows,
              const std::vector<Index>& positions) {
  Index width = 0;
  for (const ColumnEncoding& column : encoding.features) width += column.width();
  Matrix values(static_cast<Index>(rows.size()), width);
  Index next = 0;
  for (std::size_t f = 0; f < encoding.features.size(); ++f) {
    const ColumnEncoding& column = encoding.features[f];
    auto block = values.middleCols(next, column.width());
    block = encode_column(column, table, positions[f], rows);
    for (Index r = 0; encoding.impute == Impute::none && r < values.rows(); ++r)
      if (std::isnan(block(r, 0)))
        refuse_missing(table, positions[f], rows[at(r)],
                       column.levels.empty() ? "a number" : "a word");
    next += column.width();
  }
  return values;
}

void fill_missing(Matrix& values, const Vector& fills) {
  for (Index c = 0; c < values.cols(); ++c)
    for (double& value : values.col(c))
      if (std::isnan(value)) value = fills(c);
}

double mean_of_present(const Matrix& values, Index column) {
  Vector present(values.rows());
  Index count = 0;
  for (const double value : values.col(column))
    if (!std::isnan(value)) present(count++) = value;
  return moments_of(present.head(count)).mean;
}

std::vector<Index> chosen_features(const TableHead& head, Index target,
                                   const EncodingOptions& options) {
  std::vector<bool> dropped(head.names.size());
  dropped[at(target)] = true;
  for (const auto& name : options.drop) dropped[at(find_column(head, "drop", name))] = true;
  std::vector<Index> features;
  for (const auto& name : options.features) {
    const Index column = find_column(head, "features", name);
    if (column == target) throw UsageError("features: expected columns other than the target");
    if (std::ranges::count(features, column) == 0) features.push_back(column);
  }
  if (options.features.empty()) features = all_rows(static_cast<Index>(head.names.size()));
  std::erase_if(features, [&](Index column) { return dropped[at(column)]; });
  if (features.empty()) throw UsageError("features: expected at least one column, found none");
  return features;
}

void check_categorical(const TableHead& head, Index target, const EncodingOptions& options) {
  for (const auto& name : options.categorical)
    if (options.task == Task::regression && find_column(head, "categorical", name) == target)
      throw UsageError(
          "categorical: expected columns other than the target of a regression, found " +
          excerpt(name));
}

}  // namespace

void EncodingOptions::validate() const {}

std::vector<std::string> TableEncoding::design_names() const {
  std::vector<std::string> names;
  for (const ColumnEncoding& column : features) {
    if (column.levels.empty()) names.push_back(column.name);
    for (const auto& level : column.levels) names.push_back(column.name + "=" + level);
  }
  return names;
}

std::vector<Index> all_rows(Index count) {
  std::vector<Index> rows(at(count));
  std::iota(rows.begin(), rows.end(), Index{0});
  return rows;
}

std::vector<Index> categorical_columns(const TableHead& head, const EncodingOptions& options) {
  std::vector<Index> columns;
  for (const auto& name : options.categorical)
    columns.push_back(find_column(head, "categorical", name));
  if (options.task == Task::classification)
    columns.push_back(find_column(head, "target", options.target));
  return columns;
}

TableEncoding learn_encoding(const DataTable& table, Rows rows, const EncodingOptions& options) {
  const Index target = find_column(table.head, "target", options.target);
  check_categorical(table.head, target, options);
  const auto positions = chosen_features(table.head, target, options);
  TableEncoding encoding{.header = table.head.header,
                         .table_columns = static_cast<Index>(table.columns.size()),
                         .impute = options.impute};
  for (const Index position : positions)
    encoding.features.push_back(learn_column(table, position, rows));
  encoding.target = learn_target(table, target, rows, options.task);

  Matrix values = design(encoding, table, rows, positions);
  encoding.means = Vector::Zero(values.cols());
  encoding.scales = Vector::Ones(values.cols());
  encoding.fills = Vector::Zero(values.cols());
  for (Index c = 0; c < values.cols(); ++c) encoding.fills(c) = mean_of_present(values, c);
  const Vector targets = encode_target(encoding, table, rows);
  if (options.raw) return encoding;
  fill_missing(values, encoding.fills);
  for (Index c = 0; c < values.cols(); ++c) {
    const Moments moments = moments_of(values.col(c));
    encoding.means(c) = moments.mean;
    encoding.scales(c) = moments.scale;
  }
  if (encoding.has_classes()) return encoding;
  const Moments moments = moments_of(targets);
  encoding.target_mean = moments.mean;
  encoding.target_scale = moments.scale;
  return encoding;
}

Matrix unscaled_features(const TableEncoding& encoding, const DataTable& table, Rows rows) {
  return design(encoding, table, rows, match_columns(encoding, table.head, false));
}

Matrix encode_features(const TableEncoding& encoding, const DataTable& table, Rows rows) {
  Matrix values = unscaled_features(encoding, table, rows);
  fill_missing(values, encoding.fills);
  for (Index c = 0; c < values.cols(); ++c)
    values.col(c) =
        standardised(values.col(c), {.mean = encoding.means(c), .scale = encoding.scales(c)});
  if (!values.allFinite())
    throw DataError({.file = table.head.file}, "numbers within reach of those learned from",
                    "one that overflows beside them");
  return values;
}

Vector encode_target(const TableEncoding& encoding, const DataTable& table, Rows rows) {
  const Index position = match_columns(encoding, table.head, true).back();
  return encode_target(encoding.target, table, position, rows);
}

}  // namespace renyi
