#include "renyi/families/full_rank_family.hpp"

#include <gtest/gtest.h>

#include "tests/support/family_checks.hpp"

namespace renyi::full_rank_family_test {
namespace {

using testing::normal_vector;
using testing::random_covariance;

TEST(FullRankFamily, HasTheDerivativesOfItsDrawsAndDensity) {
  FullRankFamily family(5);
  testing::expect_derivatives(family);
}

TEST(FullRankFamily, IsTheGaussianThatItSays) {
  FullRankFamily family(5);
  testing::expect_gaussian(family);
}

TEST(FullRankFamily, HoldsEveryGaussian) {
  FullRankFamily family(4);
  const Vector mean = normal_vector(4, 1);
  const Matrix covariance = random_covariance(4, 2);
  family.set(family.nearest(mean, covariance));
  EXPECT_TRUE(family.mean().isApprox(mean, 1e-12));
  EXPECT_TRUE(family.covariance().isApprox(covariance, 1e-12));
}

TEST(FullRankFamily, NamesItsParameters) {
  const FullRankFamily family(3);
  EXPECT_EQ(family.parameters(), 9);
  EXPECT_EQ(family.parameter_name(1), "mean 2");
  EXPECT_EQ(family.parameter_name(5), "log scale 3");
  EXPECT_EQ(family.parameter_name(6), "scale 2,1");
  EXPECT_EQ(family.parameter_name(7), "scale 3,1");
  EXPECT_EQ(family.parameter_name(8), "scale 3,2");
}

}  // namespace
}  // namespace renyi::full_rank_family_test
