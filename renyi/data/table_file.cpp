#include "renyi/data/table_file.hpp"

#include <fmt/format.h>

#include <cmath>
#include <utility>
#include <vector>

#include "renyi/data/cached_copy.hpp"
#include "renyi/data/table_copy.hpp"

namespace renyi {
namespace {

std::string copy_name(const TableOptions& options, const std::string& which) {
  return fmt::format("header {} separator {} {}", static_cast<int>(options.header),
                     to_string(options.csv.separator), which);
}

void push_cell(const DataColumn& described, double cell, DataColumn& column) {
  if (described.kind == ColumnKind::numbers)
    column.numbers.push_back(cell);
  else if (described.kind == ColumnKind::words)
    column.codes.push_back(std::isnan(cell) ? DataColumn::no_word
                                            : static_cast<std::int32_t>(cell));
}

}  // namespace

TableFile::TableFile(const std::string& path, const TableOptions& options, const std::string& which,
                     const std::string& cache) {
  const CopyKind kind{.ending = "cells", .which = copy_name(options, which)};
  const std::string copy = cached_copy(path, cache, kind, [&](const std::string& to) {
    auto source = ByteSource::open(path);
    write_table_copy(source, options, to);
  });
  file_.emplace(copy, copy);
  TableCopy found = read_table_copy(*file_, path);
  rows_ = found.rows;
  description_ = std::move(found.description);
}

void TableFile::read_cells(Index row, Index count, double* to) const {
  const auto row_bytes = static_cast<std::uint64_t>(cells_a_row()) * sizeof(double);
  file_->read(static_cast<std::uint64_t>(row) * row_bytes,
              {reinterpret_cast<char*>(to), static_cast<std::size_t>(count) * row_bytes});
}

DataTable TableFile::read(Rows rows) const {
  DataTable table = description_;
  std::vector<double> cells;
  for (std::size_t begin = 0; begin < rows.size();) {
    std::size_t end = begin + 1;  // of rows that stand one after another
    while (end < rows.size() && rows[end] == rows[end - 1] + 1) ++end;
    const std::size_t count = end - begin;
    cells.resize(count * static_cast<std::size_t>(cells_a_row()));
    read_cells(rows[begin], static_cast<Index>(count), cells.data());
    const double* cell = cells.data();
    for (std::size_t r = 0; r < count; ++r) {
      table.lines.push_back(static_cast<std::int64_t>(*cell++));
      for (std::size_t c = 0; c < table.columns.size(); ++c)
        push_cell(description_.columns[c], *cell++, table.columns[c]);
    }
    begin = end;
  }
  return table;
}

}  // namespace renyi
