#include "renyi/data/numeric_matrix.hpp"

#include <fmt/format.h>

#include <cmath>
#include <deque>
#include <limits>
#include <string_view>
#include <utility>

#include "renyi/core/error.hpp"
#include "renyi/data/excerpt.hpp"
#include "renyi/data/npy.hpp"
#include "renyi/data/npy_header.hpp"
#include "renyi/data/number.hpp"

namespace renyi {
namespace {

bool within(NumberRange range, double value) {
  if (range == NumberRange::any) return true;
  return range == NumberRange::not_nan ? !std::isnan(value)
                                       : value < std::numeric_limits<double>::infinity();
}

[[noreturn]] void refuse(NumberRange range, double value, const Place& place) {
  throw DataError(place, range == NumberRange::not_nan ? "a number" : "a number or -inf",
                  std::isnan(value) ? "NaN" : "inf");
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
  double number(const CsvCell& cell) const {
    const auto value = parse_number(cell.text);
    if (!value) throw DataError(cells_.place(cell), "a number", excerpt(cell.text));
    if (!within(options_.range, *value)) refuse(options_.range, *value, cells_.place(cell));
    return *value;
  }

  void read_first_row() {
    CsvCell cell;
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

  bool is_name(const CsvCell& cell) const {
    if (options_.header != HeaderLine::detect) return options_.header == HeaderLine::present;
    const bool numeric = !may_be_a_name(cell.text, cell.quoted);
    if (names_.empty()) return numbers_.empty() && !numeric;
    if (!numeric) return true;
    CsvCell first = cell;
    first.column = 1;
    throw DataError(cells_.place(first), "a number, or a header of names alone",
                    excerpt(names_.front()));
  }

  void add_name(const CsvCell& cell) {
    header_bytes_ += cell.text.size();
    if (header_bytes_ > options_.max_header_bytes)
      throw DataError(cells_.place(cell),
                      fmt::format("a header of at most {} bytes", options_.max_header_bytes),
                      "more");
    names_.emplace_back(cell.text);
  }

  void read_row() {
    CsvCell cell;
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

}  // namespace

NumericMatrix read_matrix(ByteSource& source, const MatrixOptions& options) {
  if (!source.peek(npy_magic.size()).starts_with(npy_magic))
    return CsvMatrixReader(source, options).read();
  NumericMatrix result{.values = read_npy(source), .names = {}};
  for (Index c = 0; c < result.values.cols(); ++c)
    for (Index r = 0; r < result.values.rows(); ++r)
      if (!within(options.range, result.values(r, c)))
        refuse(options.range, result.values(r, c),
               {.file = source.name(), .line = r + 1, .column = c + 1});
  return result;
}

NumericMatrix read_matrix(const std::string& path, const MatrixOptions& options) {
  auto source = ByteSource::open(path);
  return read_matrix(source, options);
}

}  // namespace renyi
