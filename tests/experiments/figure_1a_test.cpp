#include "experiments/figure_1a.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "renyi/core/error.hpp"
#include "tests/experiments/report_cells.hpp"

namespace renyi::figure_1a_test {
namespace {

using testing::number;
using testing::table;

TEST(Figure1a, HasThePublishedOptima) {
  const Report report = figure_1a({});
  EXPECT_TRUE(testing::well_formed(report));
  const Table& precision = table(report, "precision");
  constexpr double expected[] = {1.0, 1.6667, 2.2361, 3.0, 5.0};
  ASSERT_EQ(precision.rows.size(), std::size(expected));
  for (std::size_t row = 0; row < std::size(expected); ++row) {
    EXPECT_NEAR(number(precision, row, 2), expected[row], 5e-5);
    EXPECT_LT(std::abs(number(precision, row, 3)), 1e-10);
    EXPECT_NEAR(number(precision, row, 4), 1.0 / std::sqrt(expected[row]), 1e-4);
  }
}

TEST(Figure1a, BoundsTheEvidenceFromBelowForPositiveOrdersAndFromAboveForNegative) {
  const Report report = figure_1a({.alphas = Alpha::parse_list("-inf,-3,-0.1,0.1,1,4,inf")});
  for (const auto& row : table(report, "precision").rows) {
    const double sign = std::get<double>(row[0]) < 0.0 ? 1.0 : -1.0;
    EXPECT_GT(sign * (std::get<double>(row[5]) - std::get<double>(row[6])), 0.0);
  }
}

// The circles of narrower q lie inside those of wider ones, and the posterior's ellipse touches the
// circle of -inf from inside and that of +inf from outside.
TEST(Figure1a, DrawsTheExactPosteriorBetweenTheCirclesOfTheInfiniteOrders) {
  const Report report = figure_1a({});
  const auto& series = report.figures.front().series;
  ASSERT_EQ(series.size(), 6U);
  for (std::size_t i = 0; i < series[0].x.size(); ++i) {
    const double distance = std::hypot(series[0].x[i], series[0].y[i]);
    EXPECT_LE(distance, 1.0 + 1e-9);
    EXPECT_GE(distance, 1.0 / std::sqrt(5.0) - 1e-9);
  }
}

TEST(Figure1a, RefusesNoOrder) { EXPECT_THROW(figure_1a({.alphas = {}}), UsageError); }

}  // namespace
}  // namespace renyi::figure_1a_test
