#include "renyi/bound/divergence/covariance_factor.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/bound/divergence/pairs.hpp"

namespace renyi::divergence::covariance_factor_test {
namespace {

RC_GTEST_PROP(CovarianceFactor, GivesTheCovarianceBack, ()) {
  const Matrix covariance = renyi::testing::any_covariance(*rc::gen::inRange<Index>(1, 6), 300.0);
  const CovarianceFactor parts = factor(covariance);
  RC_ASSERT(parts.positive_definite);
  RC_ASSERT(parts.condition >= 1.0 - 1e-15);
  const WideMatrix root = parts.deviation.asDiagonal() * parts.correlation_root;
  const WideMatrix error = root * root.transpose() - covariance.cast<Wide>();
  for (Index i = 0; i < covariance.rows(); ++i)
    for (Index j = 0; j < covariance.cols(); ++j)
      RC_ASSERT(std::abs(error(i, j)) <= 1e-15L * parts.deviation(i) * parts.deviation(j));
}

TEST(CovarianceFactor, RefusesWhatIsNotPositiveDefinite) {
  EXPECT_FALSE(factor(Matrix{{1.0, 2.0}, {2.0, 1.0}}).positive_definite);
  EXPECT_FALSE(factor(Matrix{{1.0, 1.0}, {1.0, 1.0}}).positive_definite);
  EXPECT_FALSE(factor(Matrix{{-1.0}}).positive_definite);
  EXPECT_FALSE(factor(Matrix{{0.0}}).positive_definite);
}

}  // namespace
}  // namespace renyi::divergence::covariance_factor_test
