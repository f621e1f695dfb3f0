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

TEST(LogJoint, OfDrawsIsThatOfEach) {
  const RegressionDensity density(50, 3);
  const Matrix theta = testing::normal_matrix(3, 5, 2);
  Vector values(5);
  log_joints(density, theta, values);
  for (Index k = 0; k < 5; ++k)
    EXPECT_NEAR(values(k), log_joint(density, theta.col(k)), 1e-13 * std::abs(values(k)));
}

// Of many draws or many rows, more than are looked at together.
TEST(Density, SumsRowsAndTheirGradients) {
  const RegressionDensity density(6000, 2);
  for (const auto& [draws, count] : std::vector<std::pair<Index, Index>>{{5000, 3}, {7, 6000}}) {
    std::vector<Index> rows;
    for (Index m = 0; m < count; ++m) rows.push_back((m * 7) % 6000);
    const Matrix theta = testing::normal_matrix(2, draws, 3);
    const Vector coefficients = testing::normal_vector(draws, 4);
    Matrix each(draws, count), expected = Matrix::Zero(2, draws), gradients = expected;
    Vector sums(draws);
    density.log_rows(theta, rows, each);
    density.add_row_gradients(theta, rows, coefficients.replicate(1, count), expected);
    density.log_row_sums(theta, rows, sums);
    density.add_row_sum_gradients(theta, rows, coefficients, gradients);
    EXPECT_LT((sums - each.rowwise().sum()).norm(), 1e-12 * sums.norm());
    EXPECT_LT((gradients - expected).norm(), 1e-12 * expected.norm());
  }
}

TEST(Density, NamesItsCoordinates) {
  EXPECT_EQ(coordinate_names(RegressionDensity(5, 2)),
            (std::vector<std::string>{"theta[1]", "theta[2]"}));
}

}  // namespace
}  // namespace renyi::density_test
