#include "cli/run_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "renyi/report/cells.hpp"

namespace renyi::cli {
namespace {

constexpr std::size_t usual_metrics = 6;

std::vector<RunField> fields_of_kind(const std::vector<StoredRun>& runs, RunFieldKind kind) {
  std::vector<RunField> fields = run_fields(runs);
  std::erase_if(fields, [kind](const RunField& field) { return field.kind != kind; });
  return fields;
}

// One line a field that the run has.
Table field_lines(Table head, const StoredRun& run, RunFieldKind kind) {
  Table table = std::move(head);
  for (const RunField& field : fields_of_kind({run}, kind))
    if (Cell cell = run_cell(field, run); cell != Cell(NotAvailable{}))
      table.rows.push_back({field.key, std::move(cell)});
  return table;
}

std::vector<std::string> columns_by_run(const std::string& first,
                                        const std::vector<StoredRun>& runs) {
  std::vector<std::string> columns = {first};
  for (const StoredRun& run : runs) columns.push_back(fmt::format("run {}", run.id));
  return columns;
}

std::vector<Cell> cells_by_run(const RunField& field, const std::vector<StoredRun>& runs) {
  std::vector<Cell> cells;
  cells.reserve(runs.size());
  for (const StoredRun& run : runs) cells.push_back(run_cell(field, run));
  return cells;
}

// Of any two runs.
bool always_differs(const RunField& field) {
  return field.kind == RunFieldKind::own &&
         (field.key == "id" || field.key == "started" || field.key == "finished");
}

Table differing_fields(const std::vector<StoredRun>& runs) {
  Table table{
      .name = "differences", .title = "What differs", .columns = columns_by_run("field", runs)};
  std::size_t same = 0;
  for (const RunField& field : run_fields(runs)) {
    if (field.kind == RunFieldKind::metric || always_differs(field)) continue;
    std::vector<Cell> row = cells_by_run(field, runs);
    const bool differs = std::ranges::any_of(row, [&](const Cell& cell) { return cell != row[0]; });
    if (!differs && field.kind == RunFieldKind::option) ++same;
    if (!differs) continue;
    row.insert(row.begin(), field.name);
    table.rows.push_back(std::move(row));
  }
  table.notes.push_back(fmt::format("{} other options are the same.", same));
  return table;
}

Cell difference(const Cell& first, const Cell& second) {
  const auto* from = std::get_if<double>(&first);
  const auto* to = std::get_if<double>(&second);
  if (from == nullptr || to == nullptr) return NotAvailable{};
  return *to - *from;
}

Table metrics_side_by_side(const std::vector<StoredRun>& runs) {
  Table table{.name = "metrics", .title = "Metrics", .columns = columns_by_run("metric", runs)};
  const bool two = runs.size() == 2;
  if (two) {
    table.columns.emplace_back("difference");
    table.notes.emplace_back("difference: the second less the first.");
  }
  for (const RunField& field : fields_of_kind(runs, RunFieldKind::metric)) {
    std::vector<Cell> row = cells_by_run(field, runs);
    if (two) row.push_back(difference(row[0], row[1]));
    row.insert(row.begin(), field.key);
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

Cell run_cell(const RunField& field, const StoredRun& run) {
  if (field.kind == RunFieldKind::option) {
    const auto found = run.options.find(field.key);
    return found == run.options.end() ? Cell(NotAvailable{}) : number_or_text(found->second);
  }
  if (field.kind == RunFieldKind::own && field.key == "id") return run.id;
  if (field.kind == RunFieldKind::own && field.key == "seed") return whole_number(run.seed);
  const RunValue value = field.of(run);
  if (const auto* number = std::get_if<double>(&value)) return *number;
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  return NotAvailable{};
}

Table run_lines(const std::vector<StoredRun>& runs, const std::vector<RunField>& columns,
                std::size_t all) {
  Table table{.name = "runs", .title = fmt::format("{} of {} runs", runs.size(), all)};
  for (const RunField& field : columns) table.columns.push_back(field.name);
  for (const StoredRun& run : runs) {
    std::vector<Cell>& row = table.rows.emplace_back();
    for (const RunField& field : columns) row.push_back(run_cell(field, run));
  }
  return table;
}

std::vector<RunField> usual_columns(const std::vector<RunField>& fields) {
  std::vector<RunField> columns;
  for (const char* name : {"id", "name", "status", "seed", "seconds"})
    columns.push_back(find_run_field(fields, "columns", name));
  std::size_t metrics = 0;
  for (const RunField& field : fields)
    if (field.kind == RunFieldKind::metric && metrics++ < usual_metrics) columns.push_back(field);
  return columns;
}

std::vector<Table> run_details(const StoredRun& run) {
  std::vector<Table> tables = {
      field_lines({.name = "run", .title = "Run " + run.name, .columns = {"field", "value"}}, run,
                  RunFieldKind::own),
      field_lines({.name = "options", .title = "Options", .columns = {"option", "value"}}, run,
                  RunFieldKind::option),
      field_lines({.name = "metrics", .title = "Metrics", .columns = {"metric", "value"}}, run,
                  RunFieldKind::metric)};
  if (run.status == JobStatus::running)
    tables[0].notes.emplace_back("running: or cut off, and to be run again by the same command.");
  return tables;
}

std::vector<Table> run_differences(const std::vector<StoredRun>& runs) {
  return {differing_fields(runs), metrics_side_by_side(runs)};
}

}  // namespace renyi::cli
