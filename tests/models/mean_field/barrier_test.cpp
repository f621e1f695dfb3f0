#include "renyi/models/mean_field/barrier.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>

#include "renyi/models/wide_inverse.hpp"
#include "tests/models/random_precision.hpp"
#include "tests/support/generators.hpp"

namespace renyi::mean_field::barrier_test {
namespace {

// sum log x + epsilon log det(S^-1 - diag(x)); -inf outside the region.
long double objective(const WideMatrix& inverse, const WideVector& x, long double epsilon) {
  const Eigen::LLT<WideMatrix> cholesky(inverse - WideMatrix(x.asDiagonal()));
  if (cholesky.info() != Eigen::Success || !(x.minCoeff() > 0.0L)) return -HUGE_VALL;
  return x.array().log().sum() +
         2.0L * epsilon * cholesky.matrixLLT().diagonal().array().log().sum();
}

RC_GTEST_PROP(Barrier, IsLargestAtItsOptimum, ()) {
  const auto d = *rc::gen::inRange<Index>(1, 8);
  const Matrix s = testing::random_precision(d, 1e3, *rc::gen::inRange<std::uint64_t>(0, 1000));
  const long double epsilon = std::pow(10.0L, *testing::number_between(-8.0, 8.0));
  const auto [x, curvature] = maximise_barrier(s.cast<Wide>(), epsilon);
  const WideMatrix inverse = wide_inverse(s, true);
  const long double best = objective(inverse, x, epsilon);
  WideVector other = x;
  const double size = std::pow(10.0, *testing::number_between(-5.0, 0.0));
  for (Wide& value : other) value *= std::exp(size * *testing::number_between(-1.0, 1.0));
  // log det is known to about 1e-16 at this condition number.
  RC_ASSERT(objective(inverse, other, epsilon) <= best + 1e-16L * (10.0L + epsilon));
  RC_ASSERT((epsilon * curvature.diagonal().array() - 1.0L).abs().maxCoeff() < 1e-9L);
}

TEST(Barrier, OfOneCoordinateIsItsClosedForm) {
  // 1 / x = epsilon / (1/s - x).
  for (const long double epsilon : {1e-12L, 1e-3L, 1.0L, 1e3L, 1e15L, 1e300L}) {
    const auto [x, curvature] = maximise_barrier(WideMatrix::Constant(1, 1, 4.0L), epsilon);
    EXPECT_LT(std::abs(x(0) * 4.0L * (1.0L + epsilon) - 1.0L), 1e-16L);
  }
}

}  // namespace
}  // namespace renyi::mean_field::barrier_test
