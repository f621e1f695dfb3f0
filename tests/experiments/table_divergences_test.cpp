#include "experiments/table_divergences.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace renyi::table_divergences_test {
namespace {

double number(const Cell& cell) { return std::get<double>(cell); }

TEST(TableDivergences, HasTheFiveRowsOfThePaperForEachPair) {
  const Report report = table_divergences();
  ASSERT_EQ(report.tables.size(), 2U);
  for (const Table& table : report.tables) {
    ASSERT_EQ(table.rows.size(), 5U);
    for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size());
    EXPECT_EQ(number(table.rows[0][0]), 1.0);
    EXPECT_EQ(number(table.rows[1][0]), 0.5);
    EXPECT_EQ(number(table.rows[2][0]), 0.0);
    EXPECT_EQ(number(table.rows[3][0]), 2.0);
    EXPECT_TRUE(std::isinf(number(table.rows[4][0])));
  }
}

TEST(TableDivergences, EveryClosedFormIsFiniteAndAgreesWithItsDefinition) {
  for (const Table& table : table_divergences().tables)
    for (const auto& row : table.rows) {
      EXPECT_TRUE(std::isfinite(number(row[2])));
      EXPECT_NEAR(number(row[2]), number(row[3]), 1e-12) << std::get<std::string>(row[1]);
      EXPECT_EQ(number(row[4]), std::abs(number(row[2]) - number(row[3])));
    }
}

TEST(TableDivergences, TheBernoulliRowsAreTheHandComputedOnes) {
  const auto rows = table_divergences().tables[1].rows;
  EXPECT_NEAR(number(rows[0][2]), 0.3 * std::log(0.5) + 0.7 * std::log(1.75), 1e-15);
  EXPECT_NEAR(number(rows[1][2]), -2.0 * std::log(std::sqrt(0.18) + std::sqrt(0.28)), 1e-15);
  EXPECT_EQ(number(rows[2][2]), 0.0);
  EXPECT_NEAR(number(rows[3][2]), std::log(0.09 / 0.6 + 0.49 / 0.4), 1e-15);
  EXPECT_NEAR(number(rows[4][2]), std::log(1.75), 1e-15);
}

TEST(TableDivergences, TheMisprintAtOrderTwoIsShownWithBothValues) {
  // chi^2 = 0.375 for the Bernoullis: 0.470004 is what the paper's formula would give.
  const auto notes = table_divergences().tables[1].notes;
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_NE(notes[0].find("misprint"), std::string::npos);
  EXPECT_NE(notes[0].find("0.470004"), std::string::npos);
  EXPECT_NE(notes[0].find("0.318454"), std::string::npos);
}

}  // namespace
}  // namespace renyi::table_divergences_test
