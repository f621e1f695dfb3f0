// A table as people have it: named columns of numbers or of words, with missing cells. What the
// columns are used for is table_encoding.hpp's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "renyi/core/error.hpp"
#include "renyi/core/matrix.hpp"
#include "renyi/data/byte_source.hpp"
#include "renyi/data/column_names.hpp"
#include "renyi/data/csv_cells.hpp"
#include "renyi/data/header_line.hpp"

namespace renyi {

// `unusable`: numbers and words mixed, words that begin like a number, or too many different words.
// A reader cannot know whether that matters; its content is not kept.
enum class ColumnKind : std::uint8_t { numbers, words, unusable };

struct DataColumn {
  static constexpr std::int32_t no_word = -1;

  ColumnKind kind = ColumnKind::numbers;
  std::vector<double> numbers = {};       // NaN where missing
  std::vector<std::int32_t> codes = {};   // of words: places in `levels`; no_word: missing
  std::vector<std::string> levels = {};   // the different words as they came first
  std::optional<DataError> problem = {};  // why it is unusable
  bool is_missing(std::size_t row) const;
};

struct DataTable {
  TableHead head = {};
  std::vector<DataColumn> columns = {};
  std::vector<std::int64_t> lines = {};  // on which each row begins
  std::string fingerprint = {};          // of all cells as text, the header's too

  Index rows() const { return static_cast<Index>(lines.size()); }
  Place place(Index row, Index column) const;
};

struct TableOptions {
  HeaderLine header = HeaderLine::detect;
  CsvOptions csv = {.max_columns = std::int64_t{1} << 16U};
  // Which columns hold categories whatever their cells look like, asked once the head is known.
  std::function<std::vector<Index>(const TableHead&)> categorical = {};
  std::size_t max_header_bytes = std::size_t{16} * 1024 * 1024;
  std::size_t max_levels = std::size_t{1} << 16U;
};

// Delimited text or NPY, packed or not; "-" is standard input. At least one row. Rows of another
// length than the first and names that occur twice are DataError.
DataTable read_table(const std::string& path, const TableOptions& options = {});
DataTable read_table(ByteSource& source, const TableOptions& options = {});

// The same, with not more than so many rows in memory: `take` gets them one table after another, in
// whose columns words have no levels and whose fingerprint is empty; codes are those of the levels
// that come back at last, with everything but rows. NPY must have one row after another, in two
// dimensions.
using TakeRows = std::function<void(const DataTable& some)>;
DataTable read_table(ByteSource& source, const TableOptions& options, Index window,
                     const TakeRows& take);

}  // namespace renyi
