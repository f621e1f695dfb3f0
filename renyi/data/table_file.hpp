// A table that stays on disk: its cells as numbers in a copy of which rows are read when they are
// asked for, so that memory does not grow with them. Tables in memory are data_table.hpp's.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "renyi/data/column_encoding.hpp"
#include "renyi/data/data_table.hpp"
#include "renyi/data/positioned_file.hpp"

namespace renyi {

class TableFile {
 public:
  // What read_table() reads, but NPY only of one row after another, in two dimensions. Reads the
  // file once, window by window; later calls find the copy in `cache` again. `which` says in words
  // what options.categorical depends on. Throws as read_table() does.
  TableFile(const std::string& path, const TableOptions& options, const std::string& which,
            const std::string& cache);

  Index rows() const { return rows_; }
  Index columns() const { return std::ssize(description_.columns); }
  // All but rows; the fingerprint is that of read_table().
  const DataTable& description() const { return description_; }

  // These rows, as read_table() has them.
  DataTable read(Rows rows) const;

  // The line on which a row begins and its cells: numbers, codes of words, NaN where they are
  // missing. May be called from several threads at once.
  Index cells_a_row() const { return columns() + 1; }
  void read_cells(Index row, Index count, double* to) const;

 private:
  std::optional<PositionedFile> file_ = {};
  Index rows_ = 0;
  DataTable description_ = {};
};

}  // namespace renyi
