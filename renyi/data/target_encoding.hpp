// The column to predict: numbers as they are, or classes, which are numbered 0, 1, 2 ... as they
// were learned. What stands in the other columns is table_encoding.hpp's.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "renyi/core/named_enum.hpp"
#include "renyi/data/column_encoding.hpp"

namespace renyi {

// `detect`: classification where the column was read as words, else regression.
enum class Task : std::uint8_t { detect, regression, classification };

template <>
struct EnumNames<Task> {
  static constexpr std::string_view what = "task";
  static constexpr std::array<std::string_view, 3> names = {"detect", "regression",
                                                            "classification"};
};

// Classes stand in the order of their numbers where all are numbers, else in alphabetical order.
// DataError where a regression finds words, and where there is but one class; UsageError where a
// classification finds numbers, because the table was not read with categorical_columns().
ColumnEncoding learn_target(const DataTable& table, Index position, Rows rows, Task task);

// One number a row. DataError names the line and column of a missing cell, of a class that was not
// learned, of a word where numbers were and of an infinite number.
Vector encode_target(const ColumnEncoding& encoding, const DataTable& table, Index position,
                     Rows rows);

}  // namespace renyi
