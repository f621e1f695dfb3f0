#include "cli/sweep_table.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace renyi::cli::sweep_table_test {
namespace {

// Two orders, two splits, two seeds; draws do not vary.
const SweepPlan plan{.data = {{"boston", {}}},
                     .seeds = {{"1", {}}, {"2", {}}},
                     .options = {{.name = "draws", .values = {{"5", {}}}},
                                 {.name = "alpha", .values = {{"1", {}}, {"-inf", {}}}},
                                 {.name = "split", .values = {{"0", {}}, {"1", {}}}}}};

JobsOutcome outcome_of(const std::vector<Metrics>& metrics) {
  JobsOutcome outcome;
  for (const Metrics& one : metrics)
    outcome.jobs.push_back(
        StoredJob{.status = one.empty() ? JobStatus::failed : JobStatus::done, .metrics = one});
  return outcome;
}

Metrics scored(double value) { return {{"log_likelihood", value}, {"bound", 9.0}}; }

TEST(SweepTable, HasALineASettingOverSeedsAndSplits) {
  const auto cases = sweep_cases(plan);
  const Table table = sweep_table(
      plan, cases,
      outcome_of({scored(1), scored(5), scored(2), {}, scored(3), scored(7), scored(2), {}}));
  EXPECT_EQ(table.columns, (std::vector<std::string>{"data", "alpha", "fits", "failed",
                                                     "log_likelihood", "std_error"}));
  ASSERT_EQ(table.rows.size(), 2U);
  const auto counts = [&](std::size_t row) {
    return std::vector<Cell>(table.rows[row].begin(), table.rows[row].begin() + 5);
  };
  EXPECT_EQ(counts(0),
            (std::vector<Cell>{"boston", std::int64_t{1}, std::int64_t{4}, std::int64_t{0}, 2.0}));
  EXPECT_EQ(counts(1), (std::vector<Cell>{"boston", -std::numeric_limits<double>::infinity(),
                                          std::int64_t{2}, std::int64_t{2}, 6.0}));
  // 1, 2, 3, 2: variance 2/3, over 4 fits; 5 and 7: variance 2, over 2.
  EXPECT_DOUBLE_EQ(std::get<double>(table.rows[0][5]), std::sqrt(2.0 / 3.0 / 4.0));
  EXPECT_DOUBLE_EQ(std::get<double>(table.rows[1][5]), 1.0);
}

TEST(SweepTable, GoesByTheFirstMetricThatAllFitsHave) {
  const auto cases = sweep_cases(plan);
  std::vector<Metrics> metrics(8, {{"validation_score", 1.0}, {"bound", 9.0}});
  EXPECT_EQ(sweep_table(plan, cases, outcome_of(metrics)).columns[4], "validation_score");
  metrics[3] = {{"bound", 9.0}};
  EXPECT_EQ(sweep_table(plan, cases, outcome_of(metrics)).columns[4], "bound");
}

TEST(SweepTable, SaysWhereEveryFitFailed) {
  const Table table = sweep_table(plan, sweep_cases(plan), outcome_of(std::vector<Metrics>(8)));
  EXPECT_EQ(table.rows[0][3], Cell(std::int64_t{4}));
  EXPECT_EQ(table.rows[0][4], Cell(NotAvailable{}));
}

TEST(SweepCasesTable, HasALineAFit) {
  const auto cases = sweep_cases(plan);
  const Table table = sweep_cases_table(cases, std::vector<std::string>(8, "open"));
  ASSERT_EQ(table.rows.size(), 8U);
  EXPECT_EQ(table.title, "8 fits of this sweep");
  EXPECT_EQ(table.rows[1],
            (std::vector<Cell>{"bnn/boston/alpha=-inf/split=0", std::int64_t{1}, "open"}));
}

}  // namespace
}  // namespace renyi::cli::sweep_table_test
