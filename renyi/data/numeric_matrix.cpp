#include "renyi/data/numeric_matrix.hpp"

#include <fmt/format.h>

#include <cmath>
#include <deque>
#include <string_view>
#include <utility>

#include "renyi/core/error.hpp"
#include "renyi/data/excerpt.hpp"
#include "renyi/data/npy.hpp"
#include "renyi/data/npy_header.hpp"
#include "renyi/data/number.hpp"

namespace renyi {
namespace {

// A sign or point alone is not enough: R's names .chain and .draw begin with a point.
bool begins_like_a_number(std::string_view text) {
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  if (text.starts_with('.')) text.remove_prefix(1);
  return !text.empty() && text.front() >= '0' && text.front() <= '9';
}

class CsvMatrixReader {
 public:
  CsvMatrixReader(ByteSource& source, const MatrixOptions& options)
      : file_(source.name()), options_(options), cells_(source, options.csv) {}

  NumericMatrix read() {
    if (!cells_.next_row()) throw DataError({.file = file_}, "rows of numbers", "an empty file");
    read_first_row();
    while (cells_.next_row()) read_row();
    if (rows_ == 0)
      throw DataError({.file = file_}, "rows of numbers below the header", "the end of the file");
    return {.values = matrix(), .names = std::move(names_)};
  }

 private:
  double number(const Cell& cell) const {
    const auto value = parse_number(cell.text);
    if (!value) throw DataError(cells_.place(cell), "a number", excerpt(cell.text));
    if (std::isnan(*value) && !options_.allow_nan)
      throw DataError(cells_.place(cell), "a number", "NaN");
    return *value;
  }

  void read_first_row() {
    Cell cell;
    while (cells_.next_cell(cell)) {
      if (is_name(cell)) {
        add_name(cell);
      } else {
        numbers_.push_back(number(cell));
      }
    }
    rows_ = numbers_.empty() ? 0 : 1;
    columns_ = static_cast<Index>(numbers_.empty() ? names_.size() : numbers_.size());
  }

  bool is_name(const Cell& cell) const {
    if (options_.header != HeaderLine::detect) return options_.header == HeaderLine::present;
    const bool numeric =
        parse_number(cell.text).has_value() || (!cell.quoted && begins_like_a_number(cell.text));
    if (names_.empty()) return numbers_.empty() && !numeric;
    if (!numeric) return true;
    Cell first = cell;
    first.column = 1;
    throw DataError(cells_.place(first), "a number, or a header of names alone",
                    excerpt(names_.front()));
  }

  void add_name(const Cell& cell) {
    header_bytes_ += cell.text.size();
    if (header_bytes_ > options_.max_header_bytes)
      throw DataError(cells_.place(cell),
                      fmt::format("a header of at most {} bytes", options_.max_header_bytes),
                      "more");
    names_.emplace_back(cell.text);
  }

  void read_row() {
    Cell cell;
    Index count = 0;
    for (; cells_.next_cell(cell); ++count)
      if (count < columns_) numbers_.push_back(number(cell));
    if (count != columns_)
      throw DataError(cells_.row_place(),
                      fmt::format("{} {}", columns_, columns_ == 1 ? "cell" : "cells"),
                      fmt::format("{}", count));
    ++rows_;
  }

  Matrix matrix() const {
    Matrix values(rows_, columns_);
    auto next = numbers_.begin();
    for (Index r = 0; r < rows_; ++r)
      for (Index c = 0; c < columns_; ++c) values(r, c) = *next++;
    return values;
  }

  std::string file_;
  const MatrixOptions& options_;
  CsvCells cells_;
  std::vector<std::string> names_;
  std::size_t header_bytes_ = 0;
  std::deque<double> numbers_;  // row after row; grows without copying
  Index rows_ = 0;
  Index columns_ = 0;
};

void refuse_nan(const Matrix& values, const std::string& file) {
  for (Index c = 0; c < values.cols(); ++c)
    for (Index r = 0; r < values.rows(); ++r)
      if (std::isnan(values(r, c)))
        throw DataError({.file = file, .line = r + 1, .column = c + 1}, "a number", "NaN");
}

}  // namespace

NumericMatrix read_matrix(ByteSource& source, const MatrixOptions& options) {
  if (!source.peek(npy_magic.size()).starts_with(npy_magic))
    return CsvMatrixReader(source, options).read();
  NumericMatrix result{.values = read_npy(source), .names = {}};
  if (!options.allow_nan) refuse_nan(result.values, source.name());
  return result;
}

NumericMatrix read_matrix(const std::string& path, const MatrixOptions& options) {
  auto source = ByteSource::open(path);
  return read_matrix(source, options);
}

}  // namespace renyi
