#include "cli/table_input.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

#include "renyi/data/data_folder.hpp"
#include "renyi/data/match_columns.hpp"

namespace renyi::cli {
namespace {

enum class Part : std::uint8_t { train, test };

void set_format(const TableFlags& flags, TableOptions& options) {
  options.header = flags.header      ? HeaderLine::present
                   : flags.no_header ? HeaderLine::absent
                                     : HeaderLine::detect;
  options.csv.separator = flags.separator;
}

DataFolder read(const TableFlags& flags, TableOptions options) {
  set_format(flags, options);
  if (is_folder(flags.data)) return read_data_folder(flags.data, options);
  if (flags.split >= 0)
    throw UsageError(
        fmt::format("--split: expected a folder with splits, found the table {}", flags.data));
  return {{}, read_table(flags.data, options)};
}

// Before the table is read, because the target's cells may have to be read as classes.
void take_folder_columns(const TableFlags& flags, const TableHead& head, EncodingOptions& options) {
  if (!options.target.empty() || !is_folder(flags.data)) return;
  const FolderColumns columns =
      read_folder_columns(flags.data, static_cast<Index>(head.names.size()));
  if (!columns.target) return;
  const auto name = [&](Index column) { return head.names[static_cast<std::size_t>(column)]; };
  options.target = name(*columns.target);
  if (options.features.empty() && columns.features)
    for (const Index feature : *columns.features) options.features.push_back(name(feature));
}

TableInput chosen_rows(const TableFlags& flags, DataTable table, Part part) {
  TableInput input{.table = std::move(table), .rows = {}, .source = {}};
  if (flags.split < 0) {
    input.rows = all_rows(input.table.rows());
  } else {
    Split split = read_split(flags.data, flags.split, input.table.rows());
    input.rows = std::move(part == Part::train ? split.train : split.test);
  }
  input.source = {.path = flags.data,
                  .fingerprint = input.table.fingerprint,
                  .rows = static_cast<std::int64_t>(input.rows.size())};
  return input;
}

}  // namespace

void TableFlags::validate() const {
  if (header && no_header)
    throw UsageError("--header: expected only one of --header and --no-header, found both");
  if (split < -1)
    throw UsageError(fmt::format("--split: expected a number from 0, or -1, found {}", split));
}

TableInput read_to_learn(const TableFlags& flags, EncodingOptions& options) {
  DataFolder data = read(flags, {.categorical = [&](const TableHead& head) {
                           take_folder_columns(flags, head, options);
                           return categorical_columns(head, options);
                         }});
  return chosen_rows(flags, std::move(data.table), Part::train);
}

TableFile open_to_learn(const TableFlags& flags, const EncodingOptions& options,
                        const std::string& cache) {
  if (flags.data == "-" || is_folder(flags.data))
    throw UsageError(
        fmt::format("--stream: expected a table in a file, found {}",
                    flags.data == "-" ? "standard input" : "the folder " + flags.data));
  if (flags.split >= 0)
    throw UsageError(
        fmt::format("--split: expected a folder with splits, found the table {}", flags.data));
  TableOptions reading{
      .categorical = [&](const TableHead& head) { return categorical_columns(head, options); }};
  set_format(flags, reading);
  const std::string which =
      fmt::format("target {} task {} categorical {}", options.target, to_string(options.task),
                  fmt::join(options.categorical, "\n"));
  return {flags.data, reading, which, cache};
}

DataSource source_of(const TableFile& table) {
  const DataTable& description = table.description();
  return {.path = description.head.file,
          .fingerprint = description.fingerprint,
          .rows = std::int64_t{table.rows()}};
}

TableInput read_to_predict(const TableFlags& flags, const TableEncoding& encoding,
                           bool with_target) {
  DataFolder data = read(flags, {.categorical = [&](const TableHead& head) {
                           return categorical_columns(head, encoding, with_target);
                         }});
  return chosen_rows(flags, std::move(data.table), Part::test);
}

}  // namespace renyi::cli
