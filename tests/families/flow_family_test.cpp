#include "renyi/families/flow_family.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <numbers>

#include "renyi/core/error.hpp"
#include "tests/support/family_checks.hpp"

namespace renyi::flow_family_test {
namespace {

using testing::normal_matrix;
using testing::normal_vector;
using testing::random_covariance;

TEST(FlowFamily, HasTheDerivativesOfItsDrawsAndDensity) {
  for (const Index dimension : {2, 5}) {
    FlowFamily family(dimension, 3, 4);
    testing::expect_derivatives(family);
  }
}

// log q(g(noise)) = log N(noise) - log |det dg / dnoise|, the Jacobian by differences.
TEST(FlowFamily, ItsDensityIsThatOfItsDraws) {
  constexpr Index d = 5;
  FlowFamily family(d, 4, 6);
  family.set(0.4 * normal_vector(family.parameters(), 1));
  const Matrix noise = normal_matrix(d, 3, 2);
  Matrix theta(d, 3), gradients(d, 3);
  Vector values(3);
  family.draw(noise, theta);
  family.log_density(theta, values, gradients);
  for (Index k = 0; k < 3; ++k) {
    constexpr double step = 1e-5;
    Matrix moved(d, 2 * d), images(d, 2 * d);
    moved.colwise() = noise.col(k);
    moved.leftCols(d).diagonal().array() += step;
    moved.rightCols(d).diagonal().array() -= step;
    family.draw(moved, images);
    const Matrix jacobian = (images.leftCols(d) - images.rightCols(d)) / (2.0 * step);
    const double expected = -0.5 * noise.col(k).squaredNorm() -
                            0.5 * static_cast<double>(d) * std::log(2.0 * std::numbers::pi) -
                            std::log(std::abs(jacobian.determinant()));
    EXPECT_NEAR(values(k), expected, 1e-7);
  }
}

TEST(FlowFamily, BeginsAsAGaussianOfIndependentCoordinates) {
  FlowFamily family(3, 4);
  const Vector mean = normal_vector(3, 3);
  const Matrix covariance = random_covariance(3, 4);
  const Vector sd = covariance.inverse().diagonal().cwiseSqrt().cwiseInverse();
  family.set(family.nearest(mean, covariance));
  const Matrix noise = normal_matrix(3, 5, 5);
  Matrix theta(3, 5);
  family.draw(noise, theta);
  EXPECT_TRUE(theta.isApprox((sd.asDiagonal() * noise).colwise() + mean, 1e-12));
  EXPECT_TRUE(family.mean().isApprox(mean, 1e-12)) << "opposite draws";
}

TEST(FlowFamily, MomentsAreThoseOfItsDraws) {
  FlowFamily family(3, 3, 4);
  family.set(0.4 * normal_vector(family.parameters(), 6));
  constexpr Index draws = 50'000;
  Matrix theta(3, draws);
  family.draw(normal_matrix(3, draws, 7), theta);
  const Vector mean = theta.rowwise().mean();
  const Matrix centred = theta.colwise() - mean;
  const Vector sd = (centred.cwiseAbs2().rowwise().mean()).cwiseSqrt();
  // The family's own are of 512 draws, with standard errors of sd / sqrt(512), and of about as much
  // for sds.
  for (Index i = 0; i < 3; ++i) {
    EXPECT_NEAR(family.mean()(i), mean(i), 4.0 * sd(i) / std::sqrt(512.0));
    EXPECT_NEAR(family.sd()(i), sd(i), 4.0 * sd(i) / std::sqrt(512.0));
  }
}

TEST(FlowFamily, NamesItsParametersAndRefusesWhatHasNoHalves) {
  const FlowFamily family(3, 2, 2);  // layers of 1 -> 2 and 2 -> 1
  EXPECT_EQ(family.parameters(), (2 + 2 + 8 + 4) + (4 + 2 + 4 + 2));
  EXPECT_EQ(family.parameter_name(0), "layer 1 weight in 1");
  EXPECT_EQ(family.parameter_name(3), "layer 1 bias in 2");
  EXPECT_EQ(family.parameter_name(4), "layer 1 weight out 1");
  EXPECT_EQ(family.parameter_name(15), "layer 1 bias out 4");
  EXPECT_EQ(family.parameter_name(16), "layer 2 weight in 1");
  EXPECT_THROW(FlowFamily(1, 4), UsageError);
  EXPECT_THROW(FlowFamily(3, 1), UsageError);
  EXPECT_THROW(FlowFamily(3, 2, 0), UsageError);
}

}  // namespace
}  // namespace renyi::flow_family_test
