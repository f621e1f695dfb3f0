#include "renyi/models/mean_field/interpolate.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>

#include "tests/models/random_precision.hpp"
#include "tests/support/generators.hpp"

namespace renyi::mean_field::interpolate_test {
namespace {

// log det(alpha diag(lambda) + (1-alpha) Lambda) - alpha sum log lambda, 2 (1-alpha) times the
// divergence but for a constant.
long double objective(const WideMatrix& precision, const WideVector& lambda, long double alpha) {
  const WideMatrix tilted = alpha * WideMatrix(lambda.asDiagonal()) + (1.0L - alpha) * precision;
  return 2.0L * tilted.llt().matrixLLT().diagonal().array().log().sum() -
         alpha * lambda.array().log().sum();
}

RC_GTEST_PROP(Interpolate, MinimisesTheDivergence, ()) {
  const auto d = *rc::gen::inRange<Index>(1, 8);
  const WideMatrix precision =
      testing::random_precision(d, std::pow(10.0, *testing::number_between(0.0, 6.0)),
                                *rc::gen::inRange<std::uint64_t>(0, 1000))
          .cast<Wide>();
  const long double alpha = *testing::number_between(0.001, 0.999);
  const auto [lambda, tilted] = interpolate(precision, alpha);
  WideVector other = lambda;
  const double size = std::pow(10.0, *testing::number_between(-5.0, 1.0));
  for (Wide& value : other) value *= std::exp(size * *testing::number_between(-1.0, 1.0));
  const long double best = objective(precision, lambda, alpha);
  RC_ASSERT(objective(precision, other, alpha) >= best - 1e-15L * (1.0L + std::abs(best)));
  RC_ASSERT((tilted.diagonal().array() - 1.0L).abs().maxCoeff() < 1e-11L);
}

// Between the exact marginals, order 0, and the conditionals, order 1.
RC_GTEST_PROP(Interpolate, LiesBetweenItsEnds, ()) {
  const auto d = *rc::gen::inRange<Index>(2, 8);
  const WideMatrix precision =
      testing::random_precision(d, 1e4, *rc::gen::inRange<std::uint64_t>(0, 1000)).cast<Wide>();
  const WideVector found = interpolate(precision, *testing::number_between(1e-3, 0.999)).precision;
  const WideMatrix covariance = precision.llt().solve(WideMatrix::Identity(d, d));
  RC_ASSERT((found.array() * covariance.diagonal().array() > 1.0L - 1e-12L).all());
  RC_ASSERT((found.array() < precision.diagonal().array() * (1.0L + 1e-12L)).all());
}

TEST(Interpolate, TakesOrdersNextToItsEnds) {
  const WideMatrix precision{{3.0L, -2.0L}, {-2.0L, 3.0L}};
  EXPECT_NEAR(static_cast<double>(interpolate(precision, 1e-300L).precision(0)), 5.0 / 3.0, 1e-15);
  EXPECT_NEAR(static_cast<double>(interpolate(precision, 1.0L - 1e-16L).precision(0)), 3.0, 1e-15);
}

}  // namespace
}  // namespace renyi::mean_field::interpolate_test
