#include "renyi/data/data_table.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>
#include <utility>

#include "renyi/data/column_builder.hpp"
#include "renyi/data/excerpt.hpp"
#include "renyi/data/fingerprint.hpp"
#include "renyi/data/npy.hpp"
#include "renyi/data/npy_header.hpp"

namespace renyi {
namespace {

struct FirstRow {
  std::vector<std::string> texts;
  bool all_names = true;
};

class TableReader {
 public:
  TableReader(ByteSource& source, const TableOptions& options)
      : options_(options), source_(source) {
    table_.head.file = source.name();
  }

  DataTable read_text() {
    CsvCells cells(source_, options_.csv);
    if (!cells.next_row())
      throw DataError({.file = source_.name()}, "rows of a table", "an empty file");
    const FirstRow first = read_first(cells);
    const bool header = options_.header == HeaderLine::detect
                            ? first.all_names
                            : options_.header == HeaderLine::present;
    start(header, first.texts, cells.row_place().line);
    if (!header) {
      table_.lines.push_back(cells.row_place().line);
      for (std::size_t c = 0; c < first.texts.size(); ++c)
        builders_[c].add(first.texts[c], place(cells, c));
    }
    while (cells.next_row()) read_row(cells);
    return finish();
  }

  DataTable read_numbers(const Matrix& values) {
    start(false, std::vector<std::string>(static_cast<std::size_t>(values.cols())), 0);
    for (Index r = 0; r < values.rows(); ++r) {
      table_.lines.push_back(r + 1);
      for (Index c = 0; c < values.cols(); ++c) {
        const std::string text = fmt::format("{}", values(r, c));
        fingerprint_.add_cell(text);
        builders_[static_cast<std::size_t>(c)].add(
            text, {.file = source_.name(), .line = r + 1, .column = c + 1});
      }
      fingerprint_.end_row();
    }
    return finish();
  }

 private:
  static Place place(const CsvCells& cells, std::size_t column) {
    Place place = cells.row_place();
    place.column = static_cast<std::int64_t>(column) + 1;
    return place;
  }

  FirstRow read_first(CsvCells& cells) {
    FirstRow row;
    std::size_t bytes = 0;
    for (CsvCell cell; cells.next_cell(cell);) {
      bytes += cell.text.size();
      if (bytes > options_.max_header_bytes)
        throw DataError(cells.place(cell),
                        fmt::format("a first line of at most {} bytes", options_.max_header_bytes),
                        "more");
      row.all_names = row.all_names && may_be_a_name(cell.text, cell.quoted);
      row.texts.emplace_back(cell.text);
      fingerprint_.add_cell(cell.text);
    }
    fingerprint_.end_row();
    return row;
  }

  void start(bool header, const std::vector<std::string>& first, std::int64_t line) {
    TableHead& head = table_.head;
    head.header = header;
    std::set<std::string> seen;
    for (std::size_t c = 0; c < first.size(); ++c) {
      const bool named = header && !first[c].empty();
      const std::string& name =
          head.names.emplace_back(named ? first[c] : fmt::format("x{}", c + 1));
      if (!seen.insert(name).second)
        throw DataError(
            {.file = source_.name(), .line = line, .column = static_cast<std::int64_t>(c) + 1},
            "names that differ in the header", excerpt(name) + " a second time");
    }
    builders_.assign(first.size(), ColumnBuilder(options_.max_levels));
    if (options_.categorical)
      for (const Index column : options_.categorical(head))
        builders_[static_cast<std::size_t>(column)].take_any_text();
  }

  void read_row(CsvCells& cells) {
    std::size_t count = 0;
    for (CsvCell cell; cells.next_cell(cell); ++count) {
      if (count >= builders_.size()) continue;
      fingerprint_.add_cell(cell.text);
      builders_[count].add(cell.text, cells.place(cell));
    }
    if (count != builders_.size())
      throw DataError(
          cells.row_place(),
          fmt::format("{} {}", builders_.size(), builders_.size() == 1 ? "cell" : "cells"),
          fmt::format("{}", count));
    fingerprint_.end_row();
    table_.lines.push_back(cells.row_place().line);
  }

  DataTable finish() {
    if (table_.lines.empty())
      throw DataError({.file = source_.name()}, "rows below the header", "the end of the file");
    for (ColumnBuilder& builder : builders_) table_.columns.push_back(std::move(builder).finish());
    table_.fingerprint = fingerprint_.text();
    return std::move(table_);
  }

  const TableOptions& options_;
  ByteSource& source_;
  DataTable table_;
  std::vector<ColumnBuilder> builders_;
  Fingerprint fingerprint_;
};

}  // namespace

bool DataColumn::is_missing(std::size_t row) const {
  return kind == ColumnKind::words ? codes[row] == no_word : std::isnan(numbers[row]);
}

Place DataTable::place(Index row, Index column) const {
  return {.file = head.file, .line = lines[static_cast<std::size_t>(row)], .column = column + 1};
}

DataTable read_table(ByteSource& source, const TableOptions& options) {
  TableReader reader(source, options);
  if (source.peek(npy_magic.size()).starts_with(npy_magic))
    return reader.read_numbers(read_npy(source));
  return reader.read_text();
}

DataTable read_table(const std::string& path, const TableOptions& options) {
  auto source = ByteSource::open(path);
  return read_table(source, options);
}

}  // namespace renyi
