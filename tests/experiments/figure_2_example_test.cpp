#include "experiments/figure_2_example.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "renyi/core/error.hpp"

namespace renyi::figure_2::figure_2_example_test {
namespace {

constexpr double last_digit = 5.1e-5;  // of a value with four digits

TEST(Figure2Example, HasTheReferenceValues) {
  int checked = 0;
  for (const std::int64_t draws : {2, 5, 10, 100})
    for (const double alpha : {-4.0, -2.0, -1.0, 0.0, 0.5, 2.0, 4.0}) {
      ++checked;
      EXPECT_NEAR(reference_bound(alpha, draws).value(),
                  expected_bound(Alpha(alpha), draws, weights()), last_digit);
    }
  EXPECT_EQ(checked, 28);
  for (const std::int64_t draws : {5, 10, 100})
    EXPECT_NEAR(reference_alpha_k(draws).value(), alpha_k(draws, weights()).value().value(),
                last_digit);
  EXPECT_EQ(reference_alpha_k(2), std::nullopt);
  EXPECT_EQ(reference_bound(0.25, 5), std::nullopt);
  EXPECT_EQ(reference_bound(0.5, 7), std::nullopt);
}

TEST(Figure2Example, TheGridSpansTheFiniteOrders) {
  const auto grid = order_grid(Alpha::parse_list("3,-inf,-1,inf,2"));
  EXPECT_EQ(grid.front(), -1.0);
  EXPECT_EQ(grid.back(), 3.0);
  EXPECT_TRUE(std::is_sorted(grid.begin(), grid.end()));
  EXPECT_EQ(order_grid({Alpha(0.5)}), std::vector<double>{0.5});
  EXPECT_TRUE(order_grid({Alpha::vr_max()}).empty());
}

// Theorem 2: between the bound of VI and the exact one, and through it at alpha = 1.
TEST(Figure2Example, EveryCurveLiesBetweenViAndTheExactBound) {
  const Figure figure = bounds_figure(Alpha::parse_list("-4,4"), {1, 5, 100});
  ASSERT_EQ(figure.series.size(), 6U);  // three K, exact, log p(x), alpha_K
  const Series& exact = figure.series[3];
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t i = 0; i < exact.x.size(); ++i) {
      const double value = figure.series[k].y[i];
      EXPECT_GE(value, std::min(-1.0, exact.y[i]) - 1e-10);
      EXPECT_LE(value, std::max(-1.0, exact.y[i]) + 1e-10);
    }
}

TEST(Figure2Example, TheCurvesCrossTheEvidenceWhereTheFigureSaysSo) {
  const Series crossings = bounds_figure(Alpha::parse_list("-4,4"), {2, 5, 100}).series.back();
  ASSERT_EQ(crossings.x.size(), 2U);  // none for K = 2
  EXPECT_NEAR(expected_bound(Alpha(crossings.x[0]), 5, weights()), crossings.y[0], 1e-9);
  EXPECT_NEAR(expected_bound(Alpha(crossings.x[1]), 100, weights()), crossings.y[1], 1e-9);
}

TEST(Figure2Example, RefusesWhatHasNoMeaning) {
  EXPECT_THROW(check({}, {1}), UsageError);
  EXPECT_THROW(check({Alpha::vi()}, {}), UsageError);
  EXPECT_THROW(check({Alpha::vi()}, {0}), UsageError);
  EXPECT_NO_THROW(check({Alpha::vi()}, {1}));
}

}  // namespace
}  // namespace renyi::figure_2::figure_2_example_test
