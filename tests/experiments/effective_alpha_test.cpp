#include "experiments/effective_alpha.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "experiments/quadratic_log_weights.hpp"
#include "experiments/toy_regression.hpp"
#include "renyi/core/error.hpp"
#include "tests/experiments/report_cells.hpp"

namespace renyi::effective_alpha_test {
namespace {

using testing::number;
using testing::table;

TEST(EffectiveAlpha, WithOneDrawEveryOrderIsVi) {
  const Report report = effective_alpha({.draws = {1}, .replications = 2});
  for (const auto& row : table(report, "effective").rows)
    EXPECT_NEAR(std::get<double>(row[1]), 1.0, 1e-4);
}

// Appendix D's conjecture, where it is true: more draws bring the effective order from VI to alpha.
TEST(EffectiveAlpha, GoesFromViToTheOrderForPositiveOrders) {
  const Report report = effective_alpha({.alphas = Alpha::parse_list("0.5,2,4"),
                                         .draws = {1, 2, 5, 20, 100, 1000},
                                         .replications = 2});
  const Table& effective = table(report, "effective");
  for (std::size_t row = 0; row < effective.rows.size(); ++row) {
    const double order = number(effective, row, 0);
    for (std::size_t k = 2; k < effective.columns.size(); ++k)
      EXPECT_LT(std::abs(number(effective, row, k) - order),
                std::abs(number(effective, row, k - 1) - order));
    EXPECT_NEAR(number(effective, row, 6), order, 0.06 * std::abs(order - 1.0) + 0.01);
  }
}

// Where it is not: the bias of few draws goes with the variance of the weights, which is least at a
// lower order, and at first outweighs the exact bound, flat at small orders.
TEST(EffectiveAlpha, PassesASmallOrderOnTheWay) {
  const Report report =
      effective_alpha({.alphas = {Alpha(0.25)}, .draws = {3, 20, 1000}, .replications = 2});
  const Table& effective = table(report, "effective");
  EXPECT_GT(number(effective, 0, 1), 0.25);
  EXPECT_LT(number(effective, 0, 2), 0.2);
  EXPECT_NEAR(number(effective, 0, 3), 0.25, 0.01);
}

// At alpha = 0 the exact bound is the evidence for every q: the variance of the weights decides,
// E w^2 - 1, which is the exact optimum of order -1.
TEST(EffectiveAlpha, TendsToMinusOneAtOrderZero) {
  const Report report =
      effective_alpha({.alphas = {Alpha::iwae()}, .draws = {10, 100, 1000}, .replications = 2});
  const Table& effective = table(report, "effective");
  EXPECT_LT(number(effective, 0, 1), 0.0);
  EXPECT_NEAR(number(effective, 0, 2), -1.0, 0.1);
  EXPECT_NEAR(number(effective, 0, 3), -1.0, 0.01);
}

TEST(EffectiveAlpha, NoUnevenPrecisionsDoBetterThanTheEvenOnes) {
  const Report report = effective_alpha({.alphas = {Alpha(0.5)}, .draws = {5}, .replications = 2});
  const double best = number(table(report, "precision"), 0, 1);
  const auto bound = [](double first, double second) {
    const auto weights = QuadraticLogWeights::of(toy_regression().posterior(toy_sigma).precision,
                                                 Vector{{first, second}}, 0.0);
    return expected_bounds(Alpha(0.5), {5}, weights).front();
  };
  const double top = bound(best, best);
  for (const double ratio : {0.8, 0.95, 1.05, 1.25}) {
    EXPECT_LT(bound(best * ratio, best / ratio), top);
    EXPECT_LT(bound(best * ratio, best), top);
    EXPECT_LT(bound(best * ratio, best * ratio), top);
  }
}

// The seed is fixed; the orders share draws, so that the rows go together.
TEST(EffectiveAlpha, IsWhatSimulationsFindWithinFourStandardErrors) {
  const Report report = effective_alpha({.draws = {2, 5}});
  const Table& simulated = table(report, "simulated");
  EXPECT_GE(simulated.rows.size(), 10U);
  for (const auto& row : simulated.rows)
    EXPECT_LT(std::abs(std::get<double>(row[4])), 4.0 * std::get<double>(row[5]))
        << std::get<double>(row[0]) << " " << std::get<std::int64_t>(row[1]);
}

TEST(EffectiveAlpha, RefusesWhatHasNoMeaning) {
  EXPECT_THROW(effective_alpha({.alphas = {}}), UsageError);
  EXPECT_THROW(effective_alpha({.alphas = {Alpha::vr_max()}}), UsageError);
  EXPECT_THROW(effective_alpha({.draws = {}}), UsageError);
  EXPECT_THROW(effective_alpha({.draws = {0}}), UsageError);
  EXPECT_THROW(effective_alpha({.replications = 1}), UsageError);
}

}  // namespace
}  // namespace renyi::effective_alpha_test
