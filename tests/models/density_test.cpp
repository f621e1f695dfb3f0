#include "renyi/models/density.hpp"

#include <gtest/gtest.h>

#include "tests/support/regression_density.hpp"

namespace renyi::density_test {
namespace {

using testing::RegressionDensity;

TEST(LogJoint, IsThePosteriorTimesTheEvidence) {
  const RegressionDensity density(5000, 3);  // more rows than are taken at a time
  const Vector theta = density.mean() + 0.02 * testing::normal_vector(3, 1);
  const Eigen::LLT<Matrix> covariance(density.covariance());
  const Vector z = covariance.matrixL().solve(theta - density.mean());
  const double log_posterior = -0.5 * z.squaredNorm() -
                               covariance.matrixLLT().diagonal().array().log().sum() -
                               1.5 * std::log(2.0 * std::numbers::pi);
  // log p(theta, y) - log p(theta | y) is the same everywhere: log p(y).
  const double at_mean = log_joint(density, density.mean()) +
                         covariance.matrixLLT().diagonal().array().log().sum() +
                         1.5 * std::log(2.0 * std::numbers::pi);
  EXPECT_NEAR(log_joint(density, theta) - log_posterior, at_mean, 1e-8);
}

TEST(LogJoint, HasItsGradient) {
  const RegressionDensity density(50, 3);
  const Vector theta = testing::normal_vector(3, 1);
  Vector gradient;
  const double value = log_joint(density, theta, &gradient);
  EXPECT_EQ(value, log_joint(density, theta));
  const auto check =
      check_gradient([&](const Vector& x) { return log_joint(density, x); }, theta, gradient);
  EXPECT_TRUE(check.passed) << check.to_string();
}

TEST(Density, NamesItsCoordinates) {
  EXPECT_EQ(coordinate_names(RegressionDensity(5, 2)),
            (std::vector<std::string>{"theta[1]", "theta[2]"}));
}

}  // namespace
}  // namespace renyi::density_test
