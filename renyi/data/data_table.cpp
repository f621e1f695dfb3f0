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
  // Keeps all rows where there is nobody to take them.
  TableReader(ByteSource& source, const TableOptions& options, Index window = 0, TakeRows take = {})
      : options_(options), source_(source), window_(window), take_(std::move(take)) {
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
      for (std::size_t c = 0; c < first.texts.size(); ++c)
        builders_[c].add(first.texts[c], place(cells, c));
      end_row(cells.row_place().line);
    }
    while (cells.next_row()) read_row(cells);
    return finish();
  }

  DataTable read_numbers(const Matrix& values) {
    for (Index r = 0; r < values.rows(); ++r) {
      const Vector row = values.row(r);
      read_row({row.data(), static_cast<std::size_t>(row.size())});
    }
    return finish();
  }

  DataTable read_numbers() {
    each_npy_row(source_, options_.csv.max_columns,
                 [this](std::span<const double> row) { read_row(row); });
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
    end_row(cells.row_place().line);
  }

  void read_row(std::span<const double> values) {
    if (rows_ == 0) start(false, std::vector<std::string>(values.size()), 0);
    for (std::size_t c = 0; c < values.size(); ++c) {
      const std::string text = fmt::format("{}", values[c]);
      fingerprint_.add_cell(text);
      builders_[c].add(
          text,
          {.file = source_.name(), .line = rows_ + 1, .column = static_cast<std::int64_t>(c) + 1});
    }
    fingerprint_.end_row();
    end_row(rows_ + 1);
  }

  void end_row(std::int64_t line) {
    ++rows_;
    table_.lines.push_back(line);
    if (take_ && table_.rows() == window_) hand_over();
  }

  void hand_over() {
    DataTable some{.head = table_.head, .lines = std::exchange(table_.lines, {})};
    for (ColumnBuilder& builder : builders_) some.columns.push_back(builder.take());
    take_(some);
  }

  DataTable finish() {
    if (take_ && !table_.lines.empty()) hand_over();
    if (rows_ == 0)
      throw DataError({.file = source_.name()}, "rows below the header", "the end of the file");
    for (ColumnBuilder& builder : builders_) table_.columns.push_back(std::move(builder).finish());
    table_.fingerprint = fingerprint_.text();
    return std::move(table_);
  }

  const TableOptions& options_;
  ByteSource& source_;
  Index window_;
  TakeRows take_;
  Index rows_ = 0;
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

DataTable read_table(ByteSource& source, const TableOptions& options, Index window,
                     const TakeRows& take) {
  TableReader reader(source, options, window, take);
  return source.peek(npy_magic.size()).starts_with(npy_magic) ? reader.read_numbers()
                                                              : reader.read_text();
}

DataTable read_table(const std::string& path, const TableOptions& options) {
  auto source = ByteSource::open(path);
  return read_table(source, options);
}

}  // namespace renyi
