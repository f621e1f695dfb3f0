#include "renyi/bound/gaussian_oracle.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <boost/math/quadrature/tanh_sinh.hpp>
#include <cmath>
#include <numbers>

#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"

namespace renyi::gaussian_oracle_test {
namespace {

// Figure 2(b): p = N(0, I), q = N((1, 1), I).
const GaussianLogWeights figure_weights{.mean = -1.0, .sd = std::numbers::sqrt2};

double expected(double alpha, std::int64_t draws, const GaussianLogWeights& weights) {
  return expected_bound(Alpha(alpha), draws, weights);
}

// A number in [low, high], from RapidCheck's integers.
double any_in(double low, double high) {
  return low + (high - low) * static_cast<double>(*rc::gen::inRange(0, 1000001)) * 1e-6;
}

GaussianLogWeights any_weights() { return {.mean = any_in(-5, 5), .sd = any_in(0, 6)}; }
std::int64_t any_draws() { return *rc::gen::inRange<std::int64_t>(1, 1000); }

TEST(GaussianOracle, GivesTheTableOfFigure2b) {
  constexpr std::array<double, 7> alphas{-4, -2, -1, 0, .5, 2, 4};
  constexpr std::array<std::int64_t, 4> draws{2, 5, 10, 100};
  constexpr double table[4][7] = {{-.3278, -.3978, -.4717, -.6254, -.7742, -1.3746, -1.6022},
                                  {.3508, .1867, .0153, -.3249, -.6190, -1.6751, -2.1867},
                                  {.7538, .5177, .2736, -.1922, -.5618, -1.8078, -2.5177},
                                  {1.6931, 1.2174, .7453, -.0276, -.5064, -1.9724, -3.2174}};
  for (std::size_t i = 0; i < draws.size(); ++i)
    for (std::size_t j = 0; j < alphas.size(); ++j)
      EXPECT_NEAR(expected(alphas[j], draws[i], figure_weights), table[i][j], 5.1e-5);
}

// With two draws E log (e^(aX) + e^(aY))/2 = E log cosh(a Z / sqrt 2): one plain integral.
TEST(GaussianOracle, EqualsTheIntegralOfLogCoshForTwoDraws) {
  boost::math::quadrature::tanh_sinh<double> quadrature;
  for (const double a : {1e-3, 5.9e-3, 6.1e-3, .1, .7, .999, 1.0, 1.7, 6.0, 40.0, 1e3}) {
    const auto integrand = [a](double z) {
      const double x = a * z / std::numbers::sqrt2;
      const double log_cosh = x + std::log1p(std::expm1(-2.0 * x) / 2.0);
      return log_cosh / a * std::exp(-z * z / 2.0) * std::sqrt(2.0 / std::numbers::pi);
    };
    const double reference = quadrature.integrate(integrand, 0.0, 12.0, 1e-14);
    EXPECT_NEAR(expected(0.0, 2, {.mean = 0.0, .sd = a}) / a, reference, 1e-12) << "a = " << a;
  }
}

TEST(GaussianOracle, GivesTheKnownMeansOfTheLargestNormal) {
  const double pi = std::numbers::pi;
  const GaussianLogWeights standard;
  EXPECT_NEAR(expected(-infinity, 2, standard), 1 / std::sqrt(pi), 1e-13);
  EXPECT_NEAR(expected(-infinity, 3, standard), 1.5 / std::sqrt(pi), 1e-13);
  EXPECT_NEAR(expected(-infinity, 4, standard), 6 / std::pow(pi, 1.5) * std::atan(std::sqrt(2.0)),
              1e-13);
  EXPECT_NEAR(expected(infinity, 3, standard), -1.5 / std::sqrt(pi), 1e-13);
}

TEST(GaussianOracle, TendsToTheExtremesAtLargeOrders) {
  for (const std::int64_t draws : {2, 17, 1000, 1000000}) {
    const double extreme = expected(-infinity, draws, figure_weights);
    EXPECT_NEAR(expected(-1e300, draws, figure_weights), extreme, 1e-12);
    EXPECT_NEAR(expected(-1e14, draws, figure_weights), extreme, 1e-12);
  }
}

TEST(GaussianOracle, IsSmoothThroughAlphaOne) {
  for (const std::int64_t draws : {2, 10, 1000}) {
    const auto k = static_cast<double>(draws);
    for (const double s : {1e-12, 1e-9, 1e-6}) {
      const double slope = (1 - 1 / k);  // sd^2 / 2 = 1
      EXPECT_NEAR(expected(1 - s, draws, figure_weights), -1 + s * slope, 1e-15 + s * s * s);
      EXPECT_NEAR(expected(1 + s, draws, figure_weights), -1 - s * slope, 1e-15 + s * s * s);
    }
    // Across the switch from the expansion (|1-alpha| sd = 0.006) the curve has no step: its second
    // difference, -3/2 s (K-1)/K^2 sd^4 d^2, is far below the tolerance.
    const double s = 6e-3 / figure_weights.sd;
    const double d = 1e-6;
    EXPECT_NEAR(
        expected(1 - s - d, draws, figure_weights) + expected(1 - s + d, draws, figure_weights),
        2 * expected(1 - s, draws, figure_weights), 3e-12);
  }
}

RC_GTEST_PROP(GaussianOracle, IsTheMeanForOneDraw, ()) {
  const auto weights = any_weights();
  RC_ASSERT(expected(any_in(-10, 10), 1, weights) == weights.mean);
  RC_ASSERT(expected(-infinity, 1, weights) == weights.mean);
}

RC_GTEST_PROP(GaussianOracle, IsAntisymmetricAboutAlphaOne, ()) {
  const auto weights = any_weights();
  const double alpha = any_in(-10, 10);
  const auto draws = any_draws();
  RC_ASSERT(std::abs(expected(alpha, draws, weights) + expected(2 - alpha, draws, weights) -
                     2 * weights.mean) < 1e-12 * (1 + weights.sd));
}

// Theorem 2, 1).
RC_GTEST_PROP(GaussianOracle, RisesWithTheDrawsBelowAlphaOneAndFallsAbove, ()) {
  const auto weights = any_weights();
  const double alpha = any_in(-10, 10);
  const auto draws = any_draws();
  const auto more = draws + any_draws();
  const double rise = expected(alpha, more, weights) - expected(alpha, draws, weights);
  RC_ASSERT((alpha <= 1 ? rise : -rise) > -1e-11 * (1 + weights.sd));
}

// Theorem 2, 2): while |1-alpha| sd <= 1 the bias at K = 10^9 is its first-order term by the delta
// method, var(w^(1-alpha)) / (2 K (1-alpha)) for weights of mean 1, to eight more digits.
RC_GTEST_PROP(GaussianOracle, TendsToTheExactBound, ()) {
  const GaussianLogWeights weights{.mean = any_in(-5, 5), .sd = any_in(0.01, 2)};
  const double s = any_in(-1, 1) / weights.sd;
  const double a2 = s * s * weights.sd * weights.sd;
  const double bias = exact_bound(Alpha(1 - s), weights) - expected(1 - s, 1000000000, weights);
  const double predicted = s == 0 ? 0 : std::expm1(a2) / (2e9 * s);
  RC_ASSERT(std::abs(bias - predicted) < 1e-11 * (1 + weights.sd));
}

// Theorem 2, 3).
RC_GTEST_PROP(GaussianOracle, DoesNotIncreaseWithAlphaAndIsContinuous, ()) {
  const auto weights = any_weights();
  const double alpha = any_in(-10, 10);
  const double step = any_in(0, 2);
  const auto draws = any_draws();
  const double here = expected(alpha, draws, weights);
  RC_ASSERT(expected(alpha + step, draws, weights) <= here + 1e-11 * (1 + weights.sd));
  // No slope is steeper than that at alpha = 1, var(log w) / 2.
  RC_ASSERT(here - expected(alpha + step, draws, weights) <=
            step * weights.sd * weights.sd / 2 + 1e-11 * (1 + weights.sd));
  RC_ASSERT(expected(-infinity, draws, weights) >= here - 1e-11 * (1 + weights.sd));
}

TEST(GaussianOracle, ExactBoundOfFigure2bIsMinusAlpha) {
  for (const double alpha : {-4.0, -1.0, 0.0, .3, 1.0, 4.0})
    EXPECT_NEAR(exact_bound(Alpha(alpha), figure_weights), -alpha, 1e-14);
  EXPECT_EQ(exact_bound(Alpha::vr_max(), figure_weights), infinity);
  EXPECT_EQ(exact_bound(Alpha::vr_max(), {.mean = 3.0, .sd = 0.0}), 3.0);
}

// q = N(mu, 1), p = N(0, 1): log w ~ N(-mu^2/2, mu^2).
TEST(GaussianOracle, HasTheDerivativeInTheMeanOfQ) {
  const auto bound = [](double alpha, double mu) {
    return expected(alpha, 8, {.mean = -mu * mu / 2, .sd = mu});
  };
  const double d = 1e-4;
  for (const auto& [alpha, slope] :
       {std::pair{0.0, -.1257}, {.5, -.3985}, {-1.0, .2608}, {2.0, -1.2743}})
    EXPECT_NEAR((bound(alpha, .7 + d) - bound(alpha, .7 - d)) / (2 * d), slope, 5.1e-5);
}

TEST(AlphaK, HasTheValuesOfFigure2b) {
  EXPECT_FALSE(alpha_k(1, figure_weights));
  EXPECT_FALSE(alpha_k(2, figure_weights));
  EXPECT_NEAR(expected(-infinity, 2, figure_weights), -.2021, 5.1e-5);
  EXPECT_NEAR(alpha_k(5, figure_weights)->value(), -.9351, 5.1e-5);
  EXPECT_NEAR(alpha_k(10, figure_weights)->value(), -.3344, 5.1e-5);
  EXPECT_NEAR(alpha_k(100, figure_weights)->value(), -.0301, 5.1e-5);
}

// Corollary 1.
RC_GTEST_PROP(AlphaK, IsWhereTheExpectedBoundCrossesTheEvidence, ()) {
  const GaussianLogWeights weights{.mean = any_in(-5, 5), .sd = any_in(0.2, 4)};
  const auto draws = any_draws();
  const double log_evidence = exact_bound(Alpha::iwae(), weights);
  const auto order = alpha_k(draws, weights);
  RC_ASSERT(order.has_value() == (expected(-infinity, draws, weights) >= log_evidence));
  if (!order) return;
  RC_ASSERT(order->value() <= 0.0);
  RC_ASSERT(std::abs(expected_bound(*order, draws, weights) - log_evidence) < 1e-10);
  const auto later = alpha_k(draws + 1, weights);
  RC_ASSERT(later && later->value() >= order->value());
}

TEST(AlphaK, IsMinusInfinityForConstantWeights) {
  EXPECT_EQ(alpha_k(3, {.mean = 1.0, .sd = 0.0}), Alpha::vr_max());
}

TEST(GaussianOracle, RefusesWhatHasNoMeaning) {
  EXPECT_THROW(expected(0.0, 0, figure_weights), UsageError);
  EXPECT_THROW(expected(0.0, 2, {.mean = 0.0, .sd = -1.0}), UsageError);
  EXPECT_THROW(exact_bound(Alpha::vi(), {.mean = std::nan(""), .sd = 1.0}), UsageError);
}

}  // namespace
}  // namespace renyi::gaussian_oracle_test
