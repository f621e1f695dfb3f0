#include "renyi/inference/density_start.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "renyi/core/error.hpp"
#include "tests/support/function_density.hpp"
#include "tests/support/regression_density.hpp"

namespace renyi::density_start_test {
namespace {

using testing::FunctionDensity;

TEST(FindStart, IsLaplacesApproximationWhereThatIsExact) {
  const testing::RegressionDensity density(20, 3);
  const auto start = find_start(density);
  EXPECT_TRUE(start.at_mode);
  EXPECT_TRUE(start.is_curvature);
  EXPECT_TRUE(start.at.isApprox(density.mean(), 1e-5));
  EXPECT_TRUE(start.covariance.isApprox(density.covariance(), 1e-5));
}

TEST(FindStart, FindsScalesFarApart) {
  const Vector sd{{1e-5, 1.0, 1e5}}, mean{{3.0, -2.0, 1e6}};
  const FunctionDensity density(3, [&](const Vector& x, Vector& gradient) {
    const Vector z = (x - mean).cwiseQuotient(sd);
    gradient = -z.cwiseQuotient(sd);
    return -0.5 * z.squaredNorm();
  });
  const auto start = find_start(density, {.iterations = 5000});
  EXPECT_TRUE(start.covariance.diagonal().cwiseSqrt().isApprox(sd, 1e-3))
      << start.covariance.diagonal().cwiseSqrt().transpose();
}

TEST(FindStart, TriesElsewhereWhereThereIsNoDensity) {
  // log x - x for x > 0, nothing at the origin.
  const FunctionDensity density(1, [](const Vector& x, Vector& gradient) {
    gradient(0) = 1.0 / x(0) - 1.0;
    return x(0) > 0.0 ? std::log(x(0)) - x(0) : -INFINITY;
  });
  EXPECT_NEAR(find_start(density).at(0), 1.0, 1e-5);
}

TEST(FindStart, SaysWhereNothingIsFinite) {
  const FunctionDensity density(2, [](const Vector&, Vector& gradient) {
    gradient.setZero();
    return NAN;
  });
  try {
    find_start(density);
    FAIL();
  } catch (const NumericalError& error) {
    EXPECT_STREQ(error.what(),
                 "start: expected a finite log density and gradient at one of 100 points, found "
                 "nan at theta[1] = 0, ..., and nothing better elsewhere");
  }
}

TEST(FindStart, GuessesWhereThereIsNoCurvature) {
  const FunctionDensity density(2, [](const Vector& x, Vector& gradient) {
    gradient << 0.0, -25.0 * x(1);
    return -12.5 * x(1) * x(1);
  });
  const auto start = find_start(density);
  EXPECT_FALSE(start.is_curvature);
  EXPECT_TRUE(start.covariance.isApprox(Matrix{{1.0, 0.0}, {0.0, 0.04}}, 1e-6));
}

}  // namespace
}  // namespace renyi::density_start_test
