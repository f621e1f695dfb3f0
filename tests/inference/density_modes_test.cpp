#include "renyi/inference/density_modes.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "renyi/core/error.hpp"
#include "tests/support/function_density.hpp"
#include "tests/support/regression_density.hpp"

namespace renyi::density_modes_test {
namespace {

using testing::FunctionDensity;

// 0.75 N(-10, 1) + 0.25 N(10, 1).
const FunctionDensity two_modes(1, [](const Vector& x, Vector& gradient) {
  const double a = std::log(0.75) - 0.5 * std::pow(x(0) + 10.0, 2);
  const double b = std::log(0.25) - 0.5 * std::pow(x(0) - 10.0, 2);
  const double most = std::max(a, b),
               sum = most + std::log(std::exp(a - most) + std::exp(b - most));
  gradient(0) = -std::exp(a - sum) * (x(0) + 10.0) - std::exp(b - sum) * (x(0) - 10.0);
  return sum - 0.5 * std::log(2.0 * M_PI);
});

TEST(DensityModes, AreWeighedByTheirEvidence) {
  const DensityFitOptions options{.start = {.seed = 3}};
  const auto fits = fit_from_starts(two_modes, options, 8);
  ASSERT_EQ(fits.size(), 8U);
  const auto modes = find_modes(fits);
  ASSERT_EQ(modes.size(), 2U);
  EXPECT_NEAR(modes[0].weight, 0.75, 0.01);
  EXPECT_NEAR(fits[modes[0].fit].trust.mean(0), -10.0, 0.1);
  EXPECT_EQ(modes[0].fits.size() + modes[1].fits.size(), 8U);
  const auto draws = combine_draws(fits, modes, 1);
  EXPECT_NEAR((draws.theta.array() < 0.0).cast<double>().mean(), 0.75, 0.01);
  EXPECT_LT(draws.log_weights().cwiseAbs().maxCoeff(), 0.5) << "the mixture is about the density";
}

TEST(DensityModes, StartsThatMeetAreOneMode) {
  const testing::RegressionDensity density(30, 2);
  const auto modes = find_modes(fit_from_starts(density, {}, 3));
  ASSERT_EQ(modes.size(), 1U);
  EXPECT_EQ(modes[0].fits.size(), 3U);
  EXPECT_DOUBLE_EQ(modes[0].weight, 1.0);
}

TEST(DensityModes, AllStartsFailingIsAnError) {
  const FunctionDensity nothing(1, [](const Vector&, Vector&) { return NAN; });
  EXPECT_THROW(fit_from_starts(nothing, {}, 2), NumericalError);
  EXPECT_THROW(fit_from_starts(two_modes, {}, 0), UsageError);
}

}  // namespace
}  // namespace renyi::density_modes_test
