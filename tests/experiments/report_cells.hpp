// Reading numbers out of reports.
#pragma once

#include <stdexcept>
#include <string>

#include "renyi/report/report.hpp"

namespace renyi::testing {

inline const Table& table(const Report& report, const std::string& name) {
  for (const Table& candidate : report.tables)
    if (candidate.name == name) return candidate;
  throw std::out_of_range(name);
}

// Every row is as long as the columns, every figure has points, and each y its x.
inline bool well_formed(const Report& report) {
  for (const Table& of : report.tables)
    for (const auto& row : of.rows)
      if (row.size() != of.columns.size()) return false;
  for (const Figure& of : report.figures)
    for (const Series& series : of.series)
      if (series.x.empty() || series.x.size() != series.y.size()) return false;
  return !report.tables.empty() && !report.figures.empty();
}

inline double number(const Table& of, std::size_t row, std::size_t column) {
  return std::get<double>(of.rows.at(row).at(column));
}

}  // namespace renyi::testing
