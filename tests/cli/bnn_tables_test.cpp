#include "cli/bnn_tables.hpp"

#include <gtest/gtest.h>

#include "tests/support/example_encoding.hpp"

namespace renyi::cli::bnn_tables_test {
namespace {

BnnFit example() {
  return {.posterior = {.network = {.inputs = 1, .hidden = {3, 2}},
                        .mean = Vector::Zero(17),
                        .sd = Vector::Ones(17),
                        .log_variance = 0.0},
          .training = {.ending = Ending::patience,
                       .best_epoch = 1,
                       .best_score = -2.0,
                       .history = {{.epoch = 1, .bound = -5.0, .validation_score = -2.0},
                                   {.epoch = 2, .bound = -4.0, .validation_score = -2.5}},
                       .steps = 8}};
}

Cell value(const Table& table, const std::string& quantity) {
  for (const auto& row : table.rows)
    if (std::get<std::string>(row[0]) == quantity) return row[1];
  return NotAvailable{};
}

TEST(BnnTables, SayWhatWasLearned) {
  const TableEncoding encoding = testing::example_encoding();
  const BnnOptions options;
  const BnnFit fit = example();
  const Table table = bnn_table(
      {.encoding = encoding, .options = options, .fit = fit, .rows = 90, .validated = 10});
  EXPECT_EQ(value(table, "rows learned from"), Cell(std::int64_t{90}));
  EXPECT_EQ(value(table, "rows to validate with"), Cell(std::int64_t{10}));
  EXPECT_EQ(value(table, "network"), Cell("1-3-2-1 relu"));
  EXPECT_EQ(value(table, "bound, last epoch"), Cell(-4.0));
  EXPECT_EQ(value(table, "best epoch"), Cell(std::int64_t{1}));
  EXPECT_EQ(value(table, "sd of the noise"), Cell(5.0)) << "in the units of the table";
  EXPECT_EQ(value(table, "ended"), Cell("no better validation score"));
}

}  // namespace
}  // namespace renyi::cli::bnn_tables_test
