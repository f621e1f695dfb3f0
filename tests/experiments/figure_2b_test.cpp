#include "experiments/figure_2b.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <string>

#include "renyi/core/error.hpp"

namespace renyi::figure_2b_test {
namespace {

const Table& table(const Report& report, const std::string& name) {
  for (const Table& candidate : report.tables)
    if (candidate.name == name) return candidate;
  throw std::out_of_range(name);
}

double number(const Table& of, std::size_t row, std::size_t column) {
  return std::get<double>(of.rows.at(row).at(column));
}

TEST(Figure2b, HasARowAnOrderAndAColumnANumberOfDraws) {
  const Figure2bOptions options;
  const Report report = figure_2b(options);
  for (const char* name : {"simulated", "standard_errors", "differences"}) {
    const Table& grid = table(report, name);
    EXPECT_EQ(grid.rows.size(), options.alphas.size());
    EXPECT_EQ(grid.columns.size(), 1 + options.draws.size());
    for (const auto& row : grid.rows) EXPECT_EQ(row.size(), grid.columns.size());
  }
  const Table& expected = table(report, "expected");
  for (std::size_t a = 0; a < expected.rows.size(); ++a) {
    EXPECT_EQ(number(expected, a, 6), -number(expected, a, 0));
    EXPECT_EQ(number(expected, a, 1), -1.0);  // K = 1: the bound of VI at every order
  }
}

// The criterion: every cell within 4 standard errors, and at each order the squared differences,
// independent between the numbers of draws, below the chi-square's mean + 4 sd (5 + 4 sqrt(10)).
// The seeds are fixed; a right program fails on about one seed in 500.
TEST(Figure2b, SimulatesWhatIsExpected) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const Report report = figure_2b({.seed = seed});
    const Table& differences = table(report, "differences");
    for (std::size_t a = 0; a < differences.rows.size(); ++a) {
      double chi_square = 0.0;
      for (std::size_t k = 1; k <= 5; ++k) {
        const double difference = number(differences, a, k);
        EXPECT_LT(std::abs(difference), 4.0) << "row " << a << ", K number " << k;
        chi_square += difference * difference;
      }
      EXPECT_LT(chi_square, 5 + 4 * std::sqrt(10.0)) << "row " << a;
    }
  }
}

// The seed is fixed, so that three standard errors in 28 cells that go together are no wager.
TEST(Figure2b, SimulatesTheTableOfExactExpectationsWithinThreeStandardErrors) {
  const Report report = figure_2b({.seed = 1,
                                   .repetitions = 5000,
                                   .alphas = Alpha::parse_list("-4,-2,-1,0,0.5,2,4"),
                                   .draws = {2, 5, 10, 100}});
  constexpr double expected[7][4] = {
      {-.3278, .3508, .7538, 1.6931},      {-.3978, .1867, .5177, 1.2174},
      {-.4717, .0153, .2736, .7453},       {-.6254, -.3249, -.1922, -.0276},
      {-.7742, -.6190, -.5618, -.5064},    {-1.3746, -1.6751, -1.8078, -1.9724},
      {-1.6022, -2.1867, -2.5177, -3.2174}};
  for (std::size_t a = 0; a < 7; ++a)
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_NEAR(number(table(report, "expected"), a, k + 1), expected[a][k], 5.1e-5);
      EXPECT_NEAR(number(table(report, "simulated"), a, k + 1), expected[a][k],
                  3.0 * number(table(report, "standard_errors"), a, k + 1));
    }
}

// With many repetitions the errors are small enough that a wrong expectation shows: at 20,000 the
// bias at alpha = 0, K = 100 (0.0276) is some 15 standard errors.
TEST(Figure2b, TellsABiasedBoundFromTheExactOne) {
  const Report report =
      figure_2b({.seed = 4, .repetitions = 20000, .alphas = {Alpha::iwae()}, .draws = {100}});
  EXPECT_LT(std::abs(number(table(report, "differences"), 0, 1)), 4.0);
  const double bias = -number(table(report, "simulated"), 0, 1);
  EXPECT_GT(bias, 10 * number(table(report, "standard_errors"), 0, 1));
}

TEST(Figure2b, MovesEveryOrderTowardsTheBoundOfVi) {
  const Report report = figure_2b({});
  const Table& expected = table(report, "expected");
  const auto from_vi = [&](std::size_t a, std::size_t k) {
    return std::abs(number(expected, a, k) + 1.0);
  };
  for (std::size_t a = 0; a < expected.rows.size(); ++a)
    for (std::size_t k = 1; k <= 5; ++k)  // then comes the exact bound
      EXPECT_LE(from_vi(a, k), from_vi(a, k + 1) + 1e-12);
}

TEST(Figure2b, GivesTheOrdersOfCorollary1) {
  const Report report = figure_2b({.repetitions = 1});
  const Table& orders = table(report, "alpha_K");
  EXPECT_EQ(orders.rows[0][1], Cell(NotAvailable{}));
  EXPECT_EQ(orders.rows[1][1], Cell(NotAvailable{}));
  EXPECT_NEAR(number(orders, 2, 1), -.9351, 5.1e-5);
  EXPECT_NEAR(number(orders, 3, 1), -.3344, 5.1e-5);
  EXPECT_NEAR(number(orders, 4, 1), -.0301, 5.1e-5);
}

TEST(Figure2b, ComparesWithEveryReferenceThatItsOptionsAskFor) {
  const Report report = figure_2b({});
  const Table& comparison = table(report, "comparison");
  ASSERT_EQ(comparison.rows.size(), 28U);
  for (std::size_t r = 0; r < comparison.rows.size(); ++r) {
    EXPECT_EQ(number(comparison, r, 4), number(comparison, r, 3) - number(comparison, r, 2));
    EXPECT_LT(std::abs(number(comparison, r, 4)), 4.0 * number(comparison, r, 5));
  }
  EXPECT_TRUE(table(figure_2b({.draws = {3}}), "comparison").rows.empty());
}

TEST(Figure2b, DrawsWhatItsTablesSay) {
  const Report report = figure_2b({.alphas = Alpha::parse_list("-1,0.5"), .draws = {2, 10}});
  const auto& series = report.figures.at(0).series;
  const Series& points = series.back();  // K = 10
  EXPECT_EQ(points.group, "K=10");
  for (std::size_t a = 0; a < 2; ++a) {
    EXPECT_EQ(points.y[a], number(table(report, "simulated"), a, 2));
    EXPECT_NEAR(points.upper[a] - points.lower[a],
                4.0 * number(table(report, "standard_errors"), a, 2), 1e-12);
  }
  EXPECT_EQ(series[1].group, "K=10");
  EXPECT_EQ(series[1].y.front(), number(table(report, "expected"), 0, 2));
  EXPECT_EQ(series[1].y.back(), number(table(report, "expected"), 1, 2));
}

TEST(Figure2b, SharesItsDrawsBetweenOrdersAndRepeatsItself) {
  const Report few = figure_2b({.alphas = {Alpha(-2.0)}, .draws = {10}});
  const Report more = figure_2b({.alphas = {Alpha(3.0), Alpha(-2.0)}, .draws = {2, 10}});
  EXPECT_EQ(number(table(few, "simulated"), 0, 1), number(table(more, "simulated"), 1, 2));
}

TEST(Figure2b, HasNoErrorFromOneRepetition) {
  const Report report = figure_2b({.repetitions = 1});
  EXPECT_EQ(table(report, "standard_errors").rows[0][3], Cell(NotAvailable{}));
  EXPECT_EQ(table(report, "differences").rows[0][3], Cell(NotAvailable{}));
}

TEST(Figure2b, TakesTheInfiniteOrders) {
  const Report report = figure_2b({.alphas = {Alpha::vr_max(), Alpha::vr_min()}, .draws = {5}});
  EXPECT_TRUE(std::isinf(number(table(report, "expected"), 0, 2)));
  EXPECT_LT(std::abs(number(table(report, "differences"), 0, 1)), 4.0);
  EXPECT_LT(std::abs(number(table(report, "differences"), 1, 1)), 4.0);
}

TEST(Figure2b, RefusesWhatHasNoMeaning) {
  EXPECT_THROW(figure_2b({.repetitions = 0}), UsageError);
  EXPECT_THROW(figure_2b({.alphas = {}}), UsageError);
  EXPECT_THROW(figure_2b({.draws = {}}), UsageError);
  EXPECT_THROW(figure_2b({.draws = {0}}), UsageError);
}

}  // namespace
}  // namespace renyi::figure_2b_test
