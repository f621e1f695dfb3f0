#include "renyi/families/mixture_family.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "renyi/core/error.hpp"
#include "tests/support/family_checks.hpp"

namespace renyi::mixture_family_test {
namespace {

using testing::normal_matrix;
using testing::normal_vector;
using testing::random_covariance;

double normal_density(double x, double mean, double sd) {
  const double z = (x - mean) / sd;
  return std::exp(-0.5 * z * z) / (sd * std::sqrt(2.0 * std::numbers::pi));
}

TEST(MixtureFamily, HasTheDerivativesOfItsDrawsAndDensity) {
  MixtureFamily family(4, 3);
  testing::expect_derivatives(family);
}

TEST(MixtureFamily, OfOneComponentIsAGaussian) {
  MixtureFamily family(4, 1);
  family.set(0.5 * normal_vector(family.parameters(), 21));
  const Matrix theta = normal_matrix(4, 3, 22);
  Vector values(3);
  Matrix gradients(4, 3);
  family.log_density(theta, values, gradients);
  for (Index k = 0; k < 3; ++k) {
    double expected = 0.0;
    for (Index i = 0; i < 4; ++i)
      expected += std::log(normal_density(theta(i, k), family.means()(i, 0), family.sds()(i, 0)));
    EXPECT_NEAR(values(k), expected, 1e-12 * (1.0 + std::abs(expected)));
  }
}

TEST(MixtureFamily, ItsDensityIsTheWeightedSumOfItsComponents) {
  MixtureFamily family(3, 4);
  family.set(0.7 * normal_vector(family.parameters(), 1));
  EXPECT_NEAR(family.weights().sum(), 1.0, 1e-14);
  const Matrix theta = normal_matrix(3, 5, 2);
  Vector values(5);
  Matrix gradients(3, 5);
  family.log_density(theta, values, gradients);
  for (Index k = 0; k < 5; ++k) {
    double sum = 0.0;
    for (Index c = 0; c < 4; ++c) {
      double product = family.weights()(c);
      for (Index i = 0; i < 3; ++i)
        product *= normal_density(theta(i, k), family.means()(i, c), family.sds()(i, c));
      sum += product;
    }
    EXPECT_NEAR(values(k), std::log(sum), 1e-12 * (1.0 + std::abs(std::log(sum))));
  }
}

TEST(MixtureFamily, ItsDensityFarFromAllComponentsIsANumber) {
  MixtureFamily family(2, 2);
  Vector values(1);
  Matrix gradients(2, 1);
  family.log_density(Matrix::Constant(2, 1, 1e6), values, gradients);
  EXPECT_NEAR(values(0), -1e12, 10.0);
  EXPECT_NEAR(gradients(0), -1e6, 1e-3);
}

TEST(MixtureFamily, DrawsHaveItsMoments) {
  MixtureFamily family(2, 3);
  family.set(0.7 * normal_vector(family.parameters(), 3));
  constexpr Index draws = 100'000;
  Matrix theta(2, draws);
  family.draw(normal_matrix(family.noise(), draws, 4), theta);
  const Vector mean = theta.rowwise().mean();
  const Matrix centred = theta.colwise() - mean;
  const Matrix covariance = centred * centred.transpose() / static_cast<double>(draws);
  const double root = std::sqrt(static_cast<double>(draws));
  for (Index i = 0; i < 2; ++i) {
    EXPECT_NEAR(mean(i), family.mean()(i), 4.0 * family.sd()(i) / root);
    for (Index j = 0; j < 2; ++j) {
      const Vector products = centred.row(i).cwiseProduct(centred.row(j));
      const double sd = std::sqrt((products.array() - products.mean()).square().mean());
      EXPECT_NEAR(covariance(i, j), family.covariance()(i, j), 4.0 * sd / root);
    }
  }
}

TEST(MixtureFamily, StratifiedDrawsCountByTheirComponents) {
  MixtureFamily family(1, 3);
  family.set(0.7 * normal_vector(family.parameters(), 3));
  Matrix noise = Matrix::Zero(2, 8), theta(1, 8);  // 3, 3 and 2 draws
  Vector log_shares(8);
  family.stratify(noise, log_shares);
  family.draw(noise, theta);
  for (Index k = 0; k < 8; ++k) {
    EXPECT_EQ(theta(0, k), family.means()(0, k % 3));
    const double own = k % 3 == 2 ? 2.0 : 3.0;
    EXPECT_NEAR(std::exp(log_shares(k)), family.weights()(k % 3) * 8.0 / own, 1e-13);
  }
  EXPECT_NEAR(log_shares.array().exp().mean(), 1.0, 1e-13);
  EXPECT_THROW(family.stratify(noise.leftCols(2), log_shares.head(2)), UsageError);
}

TEST(MixtureFamily, SharesHaveTheDerivativesAdded) {
  MixtureFamily family(2, 3);
  const Vector coefficients = normal_vector(7, 5), at = normal_vector(family.parameters(), 6);
  const auto value = [&](const Vector& x) {
    Matrix noise = Matrix::Zero(3, 7);
    Vector log_shares(7);
    family.set(x);
    family.stratify(noise, log_shares);
    return coefficients.dot(log_shares);
  };
  Vector gradient = Vector::Zero(at.size());
  family.set(at);
  family.add_shares(coefficients, gradient);
  const auto check = check_gradient(value, at, gradient);
  EXPECT_TRUE(check.passed) << check.to_string();
}

TEST(MixtureFamily, StartsAroundOneGaussianAlongItsLongestAxis) {
  MixtureFamily family(2, 3);
  const Vector mean = normal_vector(2, 7);
  const Matrix covariance = random_covariance(2, 8);
  family.set(family.nearest(mean, covariance));
  EXPECT_TRUE(family.mean().isApprox(mean, 1e-12));
  const Vector apart = family.means().col(2) - family.means().col(1);
  EXPECT_TRUE((covariance * apart).isApprox(apart.squaredNorm() * apart, 1e-10))
      << "an axis of length its own sd";
}

TEST(MixtureFamily, HoldsTheComponentsGiven) {
  MixtureFamily family(2, 2);
  const Vector weights{{0.3, 0.7}};
  const Matrix means = normal_matrix(2, 2, 1), sds = normal_matrix(2, 2, 2).cwiseAbs();
  family.set(family.combined(weights, means, sds));
  EXPECT_TRUE(family.weights().isApprox(weights, 1e-14));
  EXPECT_TRUE(family.means().isApprox(means, 1e-14));
  EXPECT_TRUE(family.sds().isApprox(sds, 1e-14));
}

TEST(MixtureFamily, NamesItsParametersAndRefusesNoComponents) {
  const MixtureFamily family(3, 2);
  EXPECT_EQ(family.parameters(), 14);
  EXPECT_EQ(family.parameter_name(1), "weight 2");
  EXPECT_EQ(family.parameter_name(2), "mean 1 of component 1");
  EXPECT_EQ(family.parameter_name(7), "mean 3 of component 2");
  EXPECT_EQ(family.parameter_name(12), "log sd 2 of component 2");
  EXPECT_THROW(MixtureFamily(3, 0), UsageError);
}

}  // namespace
}  // namespace renyi::mixture_family_test
