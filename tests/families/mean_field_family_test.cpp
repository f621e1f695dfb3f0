#include "renyi/families/mean_field_family.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "tests/support/family_checks.hpp"

namespace renyi::mean_field_family_test {
namespace {

using testing::normal_vector;
using testing::random_covariance;

TEST(MeanFieldFamily, HasTheDerivativesOfItsDrawsAndDensity) {
  MeanFieldFamily family(5);
  testing::expect_derivatives(family);
}

TEST(MeanFieldFamily, IsTheGaussianThatItSays) {
  MeanFieldFamily family(5);
  testing::expect_gaussian(family);
}

TEST(MeanFieldFamily, IsNearestByTheExclusiveDivergence) {
  MeanFieldFamily family(4);
  const Vector mean = normal_vector(4, 1);
  const Matrix covariance = random_covariance(4, 2);
  family.set(family.nearest(mean, covariance));
  EXPECT_TRUE(family.mean().isApprox(mean, 1e-12));
  const Vector variances = covariance.inverse().diagonal().cwiseInverse();
  EXPECT_TRUE(family.covariance().diagonal().isApprox(variances, 1e-10));
}

TEST(MeanFieldFamily, NamesItsParameters) {
  const MeanFieldFamily family(3);
  EXPECT_EQ(family.parameter_name(2), "mean 3");
  EXPECT_EQ(family.parameter_name(3), "log sd 1");
}

}  // namespace
}  // namespace renyi::mean_field_family_test
