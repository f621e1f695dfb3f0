#include "renyi/data/encoded_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "renyi/data/excerpt.hpp"
#include "renyi/data/match_columns.hpp"
#include "renyi/data/standardise.hpp"

namespace renyi {
namespace {

std::size_t slot(Index index) { return static_cast<std::size_t>(index); }

}  // namespace

EncodedTable::EncodedTable(const TableFile& table, const TableEncoding& encoding,
                           std::vector<Index> rows)
    : table_(table), rows_(std::move(rows)), width_(encoding.width()) {
  const auto positions = match_columns(encoding, table.description().head, true);
  Index first = 0;
  for (std::size_t f = 0; f < encoding.features.size(); ++f) {
    features_.push_back(feature_of(encoding.features[f], positions[f], first));
    first += features_.back().width;
  }
  target_ = feature_of(encoding.target, positions.back(), first);
  for (Index c = 0; c < width_; ++c) {
    const Moments moments{.mean = encoding.means(c), .scale = encoding.scales(c)};
    moments_.push_back(moments);
    filled_.push_back(static_cast<float>(standardised(encoding.fills(c), moments)));
    zero_.push_back(static_cast<float>(standardised(0.0, moments)));
    one_.push_back(static_cast<float>(standardised(1.0, moments)));
  }
  moments_.push_back({.mean = encoding.target_mean, .scale = encoding.target_scale});
}

EncodedTable::Feature EncodedTable::feature_of(const ColumnEncoding& column, Index position,
                                               Index first) const {
  const DataColumn& found = table_.description().columns[slot(position)];
  if (found.kind == ColumnKind::unusable) throw DataError(*found.problem);
  Feature feature{.position = position, .first = first, .width = column.width()};
  const bool has_words = found.kind == ColumnKind::words;
  if (has_words == column.levels.empty())
    throw DataError(
        {.file = table_.description().head.file, .column = position + 1},
        fmt::format("{} in column {}", has_words ? "numbers" : "words", excerpt(column.name)),
        has_words ? "words" : "numbers");
  for (const std::string& word : found.levels) {
    const auto place = std::ranges::find(column.levels, word);
    feature.places.push_back(place == column.levels.end() ? -1 : place - column.levels.begin());
  }
  return feature;
}

void EncodedTable::refuse(const double* cells, Index position) const {
  const double cell = cells[1 + position];
  const DataTable& table = table_.description();
  throw DataError(
      {.file = table.head.file,
       .line = static_cast<std::int64_t>(cells[0]),
       .column = position + 1},
      fmt::format("a value of column {} as it was learned",
                  excerpt(table.head.names[slot(position)])),
      std::isnan(cell)
          ? "a missing cell"
          : excerpt(table.columns[slot(position)].levels[static_cast<std::size_t>(cell)]));
}

// cells: the line, then those of the table's columns.
void EncodedTable::encode(const double* cells, float* to) const {
  for (const Feature& feature : features_) {
    const double cell = cells[1 + feature.position];
    const auto first = slot(feature.first);
    float* out = to + feature.first;
    if (std::isnan(cell)) {
      std::copy_n(filled_.data() + first, feature.width, out);
    } else if (feature.places.empty()) {
      *out = static_cast<float>(standardised(cell, moments_[first]));
    } else {
      const Index place = feature.places[static_cast<std::size_t>(cell)];
      if (place < 0) refuse(cells, feature.position);
      std::copy_n(zero_.data() + first, feature.width, out);
      out[place] = one_[first + slot(place)];
    }
  }
  to[width_] = target_of(cells);
}

float EncodedTable::target_of(const double* cells) const {
  const double cell = cells[1 + target_.position];
  if (std::isnan(cell)) refuse(cells, target_.position);
  if (target_.places.empty())
    return static_cast<float>((cell - moments_.back().mean) / moments_.back().scale);
  const Index place = target_.places[static_cast<std::size_t>(cell)];
  if (place < 0) refuse(cells, target_.position);
  return static_cast<float>(place);
}

void EncodedTable::copy(std::span<const Index> rows, float* to) const {
  thread_local std::vector<double> cells;
  cells.resize(slot(table_.cells_a_row()));
  for (const Index row : rows) {
    table_.read_cells(rows_[slot(row)], 1, cells.data());
    encode(cells.data(), to);
    to += cols();
  }
}

}  // namespace renyi
