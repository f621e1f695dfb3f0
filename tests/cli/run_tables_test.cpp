#include "cli/run_tables.hpp"

#include <gtest/gtest.h>

#include "tests/support/example_runs.hpp"

namespace renyi::cli::run_tables_test {
namespace {

using testing::example_run;
using Names = std::vector<std::string>;
using Row = std::vector<Cell>;

std::vector<StoredRun> example() {
  std::vector<StoredRun> runs = {
      example_run(3, "boston", "0.5", 1, {{"rmse", 2.5}, {"bound", -4.0}}),
      example_run(4, "boston", "-inf", 0xFFFFFFFFFFFFFFFFU, {{"rmse", 3.0}})};
  runs[0].options["draws"] = "10";
  runs[0].started = "2016-02-06T12:00:00.000Z";
  return runs;
}

Names names_of(const std::vector<RunField>& fields) {
  Names names;
  for (const RunField& field : fields) names.push_back(field.name);
  return names;
}

TEST(RunLines, HaveAColumnAField) {
  const std::vector<StoredRun> runs = example();
  const std::vector<RunField> fields = run_fields(runs);
  std::vector<RunField> columns;
  for (const char* name : {"id", "seed", "alpha", "draws", "bound"})
    columns.push_back(find_run_field(fields, "", name));
  const Table table = run_lines(runs, columns, 7);
  EXPECT_EQ(table.title, "2 of 7 runs");
  EXPECT_EQ(table.rows[0], (Row{std::int64_t{3}, std::int64_t{1}, 0.5, std::int64_t{10}, -4.0}));
  EXPECT_EQ(table.rows[1][2], Cell(-std::numeric_limits<double>::infinity()));
  EXPECT_EQ(table.rows[1][3], Cell(NotAvailable{}));
}

TEST(RunLines, KeepEveryDigitOfASeed) {
  StoredRun run = example()[0];
  run.seed = (std::uint64_t{1} << 53U) + 1;
  const std::vector<RunField> fields = run_fields({run});
  EXPECT_EQ(run_cell(find_run_field(fields, "", "seed"), run),
            Cell(static_cast<std::int64_t>(run.seed)));
}

TEST(UsualColumns, AreFewAndTheFirstMetrics) {
  EXPECT_EQ(names_of(usual_columns(run_fields(example()))),
            (Names{"id", "name", "status", "seed", "seconds", "bound", "rmse"}));
  StoredRun many = example()[0];
  for (const char* name : {"a", "b", "c", "d", "e", "f", "g"}) many.metrics[name] = 1.0;
  EXPECT_EQ(usual_columns(run_fields({many})).size(), 5U + 6U);
}

TEST(RunDetails, HaveAllThatTheRunHas) {
  const auto tables = run_details(example()[0]);
  ASSERT_EQ(tables.size(), 3U);
  EXPECT_EQ(tables[0].rows[0], (Row{"id", std::int64_t{3}}));
  EXPECT_EQ(tables[1].rows.size(), 5U);
  EXPECT_EQ(tables[2].rows, (std::vector<Row>{{"bound", -4.0}, {"rmse", 2.5}}));
  for (const Table& table : tables)
    for (const auto& row : table.rows) EXPECT_NE(row[1], Cell(NotAvailable{}));
  StoredRun running = example()[0];
  running.status = JobStatus::running;
  EXPECT_EQ(run_details(running)[0].notes.size(), 1U);
}

TEST(RunDifferences, LeaveOutWhatIsTheSame) {
  const auto tables = run_differences(example());
  EXPECT_EQ(tables[0].columns, (Names{"field", "run 3", "run 4"}));
  Names fields;
  for (const auto& row : tables[0].rows) fields.push_back(std::get<std::string>(row[0]));
  EXPECT_EQ(fields, (Names{"name", "seed", "alpha", "draws"}));
  EXPECT_EQ(tables[0].rows[3], (Row{"draws", std::int64_t{10}, NotAvailable{}}));
  EXPECT_EQ(tables[0].notes[0], "3 other options are the same.");
  EXPECT_EQ(tables[1].rows[0], (Row{"bound", -4.0, NotAvailable{}, NotAvailable{}}));
  EXPECT_EQ(tables[1].rows[1], (Row{"rmse", 2.5, 3.0, 0.5}));
}

TEST(RunDifferences, OfManyHaveNoDifferenceOfNumbers) {
  std::vector<StoredRun> runs = example();
  runs.push_back(runs[0]);
  EXPECT_EQ(run_differences(runs)[1].columns.size(), 4U);
}

}  // namespace
}  // namespace renyi::cli::run_tables_test
