// Any bytes through the readers of delimited text, packed or not: nothing but DataError may escape,
// the cells must not depend on how the bytes come, and what was read must be a proper matrix.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "renyi/core/error.hpp"
#include "renyi/data/csv_cells.hpp"
#include "renyi/data/numeric_matrix.hpp"

namespace {

using namespace renyi;

void check(bool holds) {
  if (!holds) std::abort();
}

struct Cut {
  std::vector<std::string> cells;  // each with its place
  std::string problem;
  bool operator==(const Cut&) const = default;
};

Cut cut(ByteSource source, const CsvOptions& options) {
  Cut result;
  try {
    CsvCells cells(source, options);
    while (cells.next_row()) {
      const auto row_line = cells.row_place().line;
      for (CsvCell cell; cells.next_cell(cell);) {
        check(cell.line >= row_line && cell.column >= 1);
        check(cell.text.size() <= options.max_cell_bytes);
        result.cells.push_back(std::to_string(cell.line) + ":" + std::to_string(cell.column) + ":" +
                               std::string(cell.text));
      }
    }
  } catch (const DataError& error) {
    result.problem = error.what();
  }
  return result;
}

void read(const std::string& bytes, const MatrixOptions& options) {
  try {
    auto source = ByteSource::of_memory(bytes);
    const auto [values, names] = read_matrix(source, options);
    check(values.rows() > 0 && values.cols() > 0);
    check(names.empty() || names.size() == static_cast<std::size_t>(values.cols()));
    check(options.range == NumberRange::any || !values.hasNaN());
  } catch (const DataError&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const unsigned choice = data[0];
  const std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  MatrixOptions options;
  options.range = (choice & 1U) != 0 ? NumberRange::any : NumberRange::not_nan;
  options.header = static_cast<HeaderLine>((choice >> 1U) % 3);
  options.csv.separator = static_cast<Separator>((choice >> 3U) % 5);
  if ((choice & 0x80U) != 0) options.csv.max_cell_bytes = 5;
  if ((choice & 0x40U) != 0) options.csv.max_columns = 3;

  const auto reader = read_memory(bytes);
  ByteSource slow("memory", [&](std::span<char> out) { return reader(out.first(1)); });
  check(cut(ByteSource::of_memory(bytes), options.csv) == cut(std::move(slow), options.csv));
  read(bytes, options);
  return 0;
}
