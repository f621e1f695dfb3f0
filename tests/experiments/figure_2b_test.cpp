#include "experiments/figure_2b.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

double number(const Table& table, std::size_t row, std::size_t column) {
  return std::get<double>(table.rows.at(row).at(column));
}

// Columns of K number i: expected, simulated, se, difference.
std::size_t column_of(std::size_t i, std::size_t what) { return 2 + 4 * i + what; }

TEST(Figure2b, HasARowAnOrderAndFourColumnsANumberOfDraws) {
  const Figure2bOptions options;
  const Report report = figure_2b(options);
  ASSERT_EQ(report.tables.size(), 2U);
  const Table& table = report.tables[0];
  EXPECT_EQ(table.rows.size(), options.alphas.size());
  EXPECT_EQ(table.columns.size(), 2 + 4 * options.draws.size());
  for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size());
  for (std::size_t a = 0; a < table.rows.size(); ++a) {
    EXPECT_NEAR(number(table, a, 1), -number(table, a, 0), 1e-14);
    EXPECT_EQ(number(table, a, column_of(0, 0)), -1.0);  // K = 1: the bound of VI at every order
  }
}

// The criterion: every cell within 4 standard errors, and at each order the squared differences,
// independent between the numbers of draws, below the chi-square's mean + 4 sd (5 + 4 sqrt(10)).
// The seeds are fixed; a right program fails on about one seed in 500.
TEST(Figure2b, SimulatesWhatIsExpected) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const Table table = figure_2b({.seed = seed}).tables[0];
    for (std::size_t a = 0; a < table.rows.size(); ++a) {
      double chi_square = 0.0;
      for (std::size_t i = 0; i < 5; ++i) {
        const double difference = number(table, a, column_of(i, 3));
        EXPECT_LT(std::abs(difference), 4.0) << "row " << a << ", K number " << i;
        chi_square += difference * difference;
      }
      EXPECT_LT(chi_square, 5 + 4 * std::sqrt(10.0)) << "row " << a;
    }
  }
}

// With many repetitions the errors are small enough that a wrong expectation shows: at 20,000 the
// bias at alpha = 0, K = 100 (0.0276) is some 15 standard errors.
TEST(Figure2b, TellsABiasedBoundFromTheExactOne) {
  const Table table =
      figure_2b({.seed = 4, .repetitions = 20000, .alphas = {Alpha::iwae()}, .draws = {100}})
          .tables[0];
  EXPECT_LT(std::abs(number(table, 0, 5)), 4.0);
  EXPECT_GT(number(table, 0, 1) - number(table, 0, 3), 10 * number(table, 0, 4));
}

TEST(Figure2b, MovesEveryOrderTowardsTheBoundOfVi) {
  const Table table = figure_2b({}).tables[0];
  for (std::size_t a = 0; a < table.rows.size(); ++a)
    for (std::size_t i = 0; i < 5; ++i) {
      const double exact = std::abs(number(table, a, 1) + 1.0);
      EXPECT_LE(std::abs(number(table, a, column_of(i, 0)) + 1.0), exact + 1e-12);
      if (i > 0) {
        EXPECT_GE(std::abs(number(table, a, column_of(i, 0)) + 1.0) + 1e-12,
                  std::abs(number(table, a, column_of(i - 1, 0)) + 1.0));
      }
    }
}

TEST(Figure2b, GivesTheOrdersOfCorollary1) {
  const Table table = figure_2b({.repetitions = 1}).tables[1];
  EXPECT_EQ(table.rows[0][1], Cell(NotAvailable{}));
  EXPECT_EQ(table.rows[1][1], Cell(NotAvailable{}));
  EXPECT_NEAR(number(table, 2, 1), -.9351, 5.1e-5);
  EXPECT_NEAR(number(table, 3, 1), -.3344, 5.1e-5);
  EXPECT_NEAR(number(table, 4, 1), -.0301, 5.1e-5);
}

TEST(Figure2b, SharesItsDrawsBetweenOrdersAndRepeatsItself) {
  const Figure2bOptions few{.alphas = {Alpha(-2.0)}, .draws = {10}};
  const Figure2bOptions more{.alphas = {Alpha(3.0), Alpha(-2.0)}, .draws = {2, 10}};
  EXPECT_EQ(number(figure_2b(few).tables[0], 0, 3), number(figure_2b(more).tables[0], 1, 7));
}

TEST(Figure2b, HasNoErrorFromOneRepetition) {
  const Table table = figure_2b({.repetitions = 1}).tables[0];
  EXPECT_EQ(table.rows[0][column_of(2, 2)], Cell(NotAvailable{}));
  EXPECT_EQ(table.rows[0][column_of(2, 3)], Cell(NotAvailable{}));
}

TEST(Figure2b, TakesTheInfiniteOrders) {
  const Table table =
      figure_2b({.alphas = {Alpha::vr_max(), Alpha::vr_min()}, .draws = {5}}).tables[0];
  EXPECT_TRUE(std::isinf(number(table, 0, 1)));
  EXPECT_LT(std::abs(number(table, 0, 5)), 4.0);
  EXPECT_LT(std::abs(number(table, 1, 5)), 4.0);
}

TEST(Figure2b, RefusesWhatHasNoMeaning) {
  EXPECT_THROW(figure_2b({.repetitions = 0}), UsageError);
  EXPECT_THROW(figure_2b({.alphas = {}}), UsageError);
  EXPECT_THROW(figure_2b({.draws = {}}), UsageError);
  EXPECT_THROW(figure_2b({.draws = {0}}), UsageError);
}

}  // namespace
}  // namespace renyi
