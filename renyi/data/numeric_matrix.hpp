// A matrix of numbers from a file of any format that holds one: delimited text or NPY, packed or
// not, told apart by content. Tables with categories and missing cells are left to others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "renyi/core/matrix.hpp"
#include "renyi/data/byte_source.hpp"
#include "renyi/data/csv_cells.hpp"
#include "renyi/data/header_line.hpp"

namespace renyi {

// Which numbers a matrix may hold: all doubles, all but NaN, or those a log-weight may be.
enum class NumberRange : std::uint8_t { any, not_nan, below_infinity };

struct MatrixOptions {
  NumberRange range = NumberRange::not_nan;
  HeaderLine header = HeaderLine::detect;
  CsvOptions csv = {};
  // Of all names together.
  std::size_t max_header_bytes = std::size_t{16} * 1024 * 1024;
};

struct NumericMatrix {
  Matrix values;
  std::vector<std::string> names;  // of the columns; empty without a header
};

// "-" is standard input. At least one row and one column.
// Errors name the line and column, which are the row and column of an NPY array.
NumericMatrix read_matrix(const std::string& path, const MatrixOptions& options = {});
NumericMatrix read_matrix(ByteSource& source, const MatrixOptions& options = {});

}  // namespace renyi
