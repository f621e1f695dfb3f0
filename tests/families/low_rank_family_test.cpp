#include "renyi/families/low_rank_family.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"
#include "tests/support/family_checks.hpp"

namespace renyi::low_rank_family_test {
namespace {

using testing::normal_vector;
using testing::random_covariance;

TEST(LowRankFamily, HasTheDerivativesOfItsDrawsAndDensity) {
  LowRankFamily family(5, 2);
  testing::expect_derivatives(family);
}

TEST(LowRankFamily, IsTheGaussianThatItSays) {
  LowRankFamily family(5, 2);
  testing::expect_gaussian(family);
}

TEST(LowRankFamily, HoldsGaussiansOfItsOwnKindWithEqualNoise) {
  LowRankFamily family(5, 2);
  const Vector mean = normal_vector(5, 1);
  const Matrix factors = testing::normal_matrix(5, 2, 2);
  const Matrix covariance = factors * factors.transpose() + 0.3 * Matrix::Identity(5, 5);
  family.set(family.nearest(mean, covariance));
  EXPECT_TRUE(family.mean().isApprox(mean, 1e-12));
  EXPECT_TRUE(family.covariance().isApprox(covariance, 1e-10));
}

TEST(LowRankFamily, KeepsTheVariancesOfAnyOther) {
  LowRankFamily family(5, 1);
  const Matrix covariance = random_covariance(5, 3);
  family.set(family.nearest(normal_vector(5, 1), covariance));
  EXPECT_TRUE(family.covariance().diagonal().isApprox(covariance.diagonal(), 1e-10));
}

TEST(LowRankFamily, NamesItsParametersAndRefusesRanksThatAreNone) {
  const LowRankFamily family(3, 2);
  EXPECT_EQ(family.parameter_name(5), "log sd 3");
  EXPECT_EQ(family.parameter_name(7), "factor 2,1");
  EXPECT_EQ(family.parameter_name(9), "factor 1,2");
  EXPECT_THROW(LowRankFamily(3, 0), UsageError);
  EXPECT_THROW(LowRankFamily(3, 4), UsageError);
}

}  // namespace
}  // namespace renyi::low_rank_family_test
