#include "renyi/families/affine_map.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>

#include "tests/support/family_checks.hpp"

namespace renyi::affine_map_test {
namespace {

using testing::normal_matrix;
using testing::normal_vector;
using testing::random_covariance;

TEST(AffineMap, WhitensACovariance) {
  const Matrix covariance = random_covariance(4, 1);
  const auto map = AffineMap::whitening(normal_vector(4, 2), covariance);
  EXPECT_TRUE((map.scale * map.scale.transpose()).isApprox(covariance, 1e-12));
  EXPECT_NEAR(2.0 * map.log_determinant(), std::log(covariance.determinant()), 1e-12);
}

TEST(AffineMap, KeepsCoordinatesApartWhereAsked) {
  const Matrix covariance = random_covariance(4, 1);
  const auto map = AffineMap::diagonal(normal_vector(4, 2), covariance);
  EXPECT_TRUE(map.scale.isDiagonal());
  EXPECT_TRUE(map.scale.diagonal().cwiseAbs2().isApprox(covariance.diagonal(), 1e-12));
}

TEST(AffineMap, GoesThereAndBack) {
  const auto map = AffineMap::whitening(normal_vector(4, 2), random_covariance(4, 1));
  const Matrix u = normal_matrix(4, 3, 5);
  Matrix theta(4, 3), back(4, 3);
  map.apply(u, theta);
  map.invert(theta, back);
  EXPECT_TRUE(back.isApprox(u, 1e-12));
  AffineMap::identity(4).apply(u, theta);
  EXPECT_EQ(theta, u);
}

TEST(AffineMap, WhitensTheCovarianceThatItIsOf) {
  const Matrix covariance = random_covariance(4, 1);
  const auto map = AffineMap::whitening(normal_vector(4, 2), covariance);
  EXPECT_TRUE(map.invert_covariance(covariance).isIdentity(1e-10));
}

TEST(AffineMap, PullsGradientsBack) {
  const auto map = AffineMap::whitening(normal_vector(4, 2), random_covariance(4, 1));
  const Vector weights = normal_vector(4, 6), u = normal_vector(4, 7);
  const auto f = [&](const Vector& at) {
    Matrix theta(4, 1);
    map.apply(at, theta);
    return weights.dot(theta.col(0).array().sin().matrix());
  };
  Matrix theta(4, 1);
  map.apply(u, theta);
  Matrix gradient = weights.cwiseProduct(theta.col(0).array().cos().matrix());
  map.pull_back(gradient);
  const auto check = check_gradient(f, u, gradient.col(0));
  EXPECT_TRUE(check.passed) << check.to_string();
}

}  // namespace
}  // namespace renyi::affine_map_test
