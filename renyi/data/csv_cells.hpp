// Cuts delimited text into rows of cells while it is read, each with its line and column. What the
// cells mean, and whether rows are equally long, is left to others.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "renyi/core/error.hpp"
#include "renyi/data/byte_source.hpp"
#include "renyi/data/separator.hpp"

namespace renyi {

struct CsvOptions {
  Separator separator = Separator::detect;
  // A line whose first character but spaces is this one is skipped; '\0' for none.
  char comment = '#';
  // Limits, so that no line of text costs memory before it is refused.
  std::size_t max_cell_bytes = std::size_t{64} * 1024;
  std::int64_t max_columns = std::int64_t{1} << 20;
};

struct CsvCell {
  std::string_view text;    // without quotes and without spaces around; valid until the next call
  std::int64_t line = 0;    // where it begins, from 1
  std::int64_t column = 0;  // from 1
  bool quoted = false;
};

// Knows quotes ("" within them is one, line ends within them are text), \n, \r\n and \r, a UTF-8
// byte order mark, and a last line without an end. Blank lines are skipped. A NUL byte, an open
// quote, text behind a closing quote or a limit passed is DataError.
class CsvCells {
 public:
  // The source must outlive this.
  explicit CsvCells(ByteSource& source, CsvOptions options = {});

  // Goes to the next row that has cells, over what is left of this one; false at the end.
  bool next_row();
  // The next cell of this row; false when there is none.
  bool next_cell(CsvCell& cell);

  // Where the current row begins; the same for a cell.
  Place row_place() const { return {.file = source_->name(), .line = row_line_}; }
  Place place(const CsvCell& cell) const {
    return {.file = source_->name(), .line = cell.line, .column = cell.column};
  }
  // As chosen or, after the first row, as detected.
  Separator separator() const { return options_.separator; }

 private:
  int look();
  void pass() { ++at_; }
  bool pass_line_end();
  bool pass_blanks();
  void pass_line();
  bool choose_separator();
  void set_separator(Separator separator);
  void append_until_stop(bool quoted);
  void read_quoted();
  void end_cell(bool after_blanks);
  [[noreturn]] void refuse(const std::string& expected, const std::string& found) const;

  ByteSource* source_;
  CsvOptions options_;
  std::string_view chunk_;  // of the source, read up to at_
  std::size_t at_ = 0;
  std::array<bool, 256> cell_stops_{};
  int separator_char_ = -1;  // none for whitespace
  std::string text_;
  std::int64_t line_ = 0;
  std::int64_t row_line_ = 0;
  std::int64_t column_ = 0;
  std::int64_t cell_line_ = 0;
  bool in_row_ = false;
};

}  // namespace renyi
