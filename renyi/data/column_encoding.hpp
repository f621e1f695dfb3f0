// One column of a table as numbers: as they are, or one column of zeros and ones a category, or
// the number of the category. Missing cells and standardisation are table_encoding.hpp's.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "renyi/data/data_table.hpp"

namespace renyi {

using Rows = std::span<const Index>;

// What is remembered of a column.
struct ColumnEncoding {
  std::string name = {};
  Index position = 0;                    // in the table that it was learned from
  std::vector<std::string> levels = {};  // the categories, in order; none: numbers

  Index width() const { return levels.empty() ? 1 : static_cast<Index>(levels.size()); }
};

// Categories in alphabetical order. Throws DataError where the column has no value in these rows,
// or more than 1000 categories.
ColumnEncoding learn_column(const DataTable& table, Index position, Rows rows);

// Rows x width(), NaN where the cell is missing. DataError names the line and column of a word
// where numbers were, of a category that was not learned and of an infinite number.
Matrix encode_column(const ColumnEncoding& encoding, const DataTable& table, Index position,
                     Rows rows);

// The place of each row's category among encoding.levels: 0, 1, 2 ... Otherwise the same.
Vector encode_classes(const ColumnEncoding& encoding, const DataTable& table, Index position,
                      Rows rows);

}  // namespace renyi
