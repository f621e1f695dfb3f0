#include "renyi/data/table_copy.hpp"

#include <array>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "renyi/core/atomic_file.hpp"
#include "renyi/data/excerpt.hpp"

namespace renyi {
namespace {

using Json = nlohmann::ordered_json;

// The last bytes: the length of what stands before them, and this.
constexpr std::string_view copy_magic = "renyi t1";
constexpr std::size_t end_bytes = sizeof(std::uint64_t) + copy_magic.size();
constexpr Index copy_window = 1024;

double cell_of(const DataColumn& column, std::size_t row) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  if (column.kind == ColumnKind::unusable) return none;
  if (column.kind == ColumnKind::numbers) return column.numbers[row];
  return column.codes[row] == DataColumn::no_word ? none : static_cast<double>(column.codes[row]);
}

void write_rows(const DataTable& some, AtomicFile& file) {
  std::vector<double> cells;
  for (std::size_t row = 0; row < some.lines.size(); ++row) {
    cells.assign(1, static_cast<double>(some.lines[row]));
    for (const DataColumn& column : some.columns) cells.push_back(cell_of(column, row));
    file.write({reinterpret_cast<const char*>(cells.data()), cells.size() * sizeof(double)});
  }
}

Json column_record(const DataColumn& column) {
  Json json = {{"kind", static_cast<int>(column.kind)}, {"levels", column.levels}};
  if (column.problem) json["line"] = column.problem->place().line;
  return json;
}

DataColumn copied_column(const Json& json, const TableHead& head, std::size_t position) {
  DataColumn column{.kind = static_cast<ColumnKind>(json.at("kind").get<int>()),
                    .levels = json.at("levels").get<std::vector<std::string>>()};
  if (column.kind == ColumnKind::unusable)
    column.problem =
        DataError({.file = head.file,
                   .line = json.at("line").get<std::int64_t>(),
                   .column = static_cast<std::int64_t>(position) + 1},
                  "numbers alone or words alone in column " + excerpt(head.names.at(position)),
                  "both, or more words than are kept");
  return column;
}

}  // namespace

void write_table_copy(ByteSource& source, const TableOptions& options, const std::string& copy) {
  AtomicFile file(copy);
  Index rows = 0;
  const DataTable table = read_table(source, options, copy_window, [&](const DataTable& some) {
    rows += some.rows();
    write_rows(some, file);
  });
  Json json = {{"rows", rows},
               {"header", table.head.header},
               {"names", table.head.names},
               {"fingerprint", table.fingerprint},
               {"columns", Json::array()}};
  for (const DataColumn& column : table.columns) json["columns"].push_back(column_record(column));
  const std::vector<std::uint8_t> bytes = Json::to_cbor(json);
  const std::uint64_t length = bytes.size();
  file.write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  file.write({reinterpret_cast<const char*>(&length), sizeof(length)});
  file.write(copy_magic);
  file.commit();
}

TableCopy read_table_copy(const PositionedFile& copy, const std::string& path) {
  const auto refuse = [&](const std::string& found) {
    throw DataError({.file = copy.name()}, "a copy of a table",
                    found + "; when it is deleted it is made again");
  };
  std::array<char, end_bytes> end{};
  if (copy.size() < end_bytes) refuse("a file that is too short");
  copy.read(copy.size() - end_bytes, end);
  std::uint64_t length = 0;
  std::memcpy(&length, end.data(), sizeof(length));
  if (!std::string_view(end.data(), end.size()).ends_with(copy_magic) ||
      length > copy.size() - end_bytes)
    refuse("another end");
  std::string text(length, '\0');
  copy.read(copy.size() - end_bytes - length, text);
  TableCopy table;
  try {
    const Json json = Json::from_cbor(text);
    table.rows = json.at("rows").get<Index>();
    TableHead& head = table.description.head;
    head = {.file = path,
            .header = json.at("header").get<bool>(),
            .names = json.at("names").get<std::vector<std::string>>()};
    table.description.fingerprint = json.at("fingerprint").get<std::string>();
    for (const Json& column : json.at("columns"))
      table.description.columns.push_back(
          copied_column(column, head, table.description.columns.size()));
  } catch (const nlohmann::json::exception& error) {
    refuse(error.what());
  }
  const std::uint64_t cells = static_cast<std::uint64_t>(table.rows) *
                              (table.description.columns.size() + 1) * sizeof(double);
  if (cells + length + end_bytes != copy.size()) refuse("another number of rows");
  return table;
}

}  // namespace renyi
