#include "renyi/models/glm_density.hpp"

#include <gtest/gtest.h>

#include "tests/support/family_checks.hpp"

namespace renyi::glm_density_test {
namespace {

GlmProblem problem_of(GlmFamily family) {
  const Matrix features = testing::normal_matrix(12, 2, 1);
  Vector targets = testing::normal_vector(12, 2);
  if (family == GlmFamily::poisson) targets = targets.cwiseAbs().array().floor();
  if (has_two_classes(family)) targets = (targets.array() > 0.0).cast<double>();
  return make_problem({.family = family, .sigma = 0.7}, features, targets, 2.5);
}

TEST(GlmDensity, IsPriorTimesLikelihoodOfAllRows) {
  for (const GlmFamily family :
       {GlmFamily::logistic, GlmFamily::probit, GlmFamily::poisson, GlmFamily::gaussian}) {
    const GlmProblem problem = problem_of(family);
    const GlmDensity density(problem);
    const Vector theta = testing::normal_vector(3, 3);
    double expected = 0.0;
    for (Index i = 0; i < 3; ++i)
      expected += -0.5 * 2.5 * theta(i) * theta(i) + 0.5 * std::log(2.5 / (2.0 * M_PI));
    for (Index i = 0; i < 12; ++i)
      expected += problem.row(i).at(problem.design.col(i).dot(theta)).value;
    Vector gradient;
    EXPECT_NEAR(log_joint(density, theta, &gradient), expected, 1e-11 * std::abs(expected));
    const auto check =
        check_gradient([&](const Vector& x) { return log_joint(density, x); }, theta, gradient);
    EXPECT_TRUE(check.passed) << to_string(family) << ": " << check.to_string();
  }
}

TEST(GlmDensity, RowsHaveCoefficientsOfTheirOwn) {
  const GlmProblem problem = problem_of(GlmFamily::logistic);
  const GlmDensity density(problem);
  const Matrix theta = testing::normal_matrix(3, 2, 4),
               coefficients = Matrix{{0.0, 2.0}, {1.0, -1.0}};
  const std::vector<Index> rows = {7, 3};
  const auto sum = [&](const Vector& x) {
    Matrix values(2, 2);
    density.log_rows(x.reshaped(3, 2), rows, values);
    return values.cwiseProduct(coefficients).sum();
  };
  Matrix gradients = Matrix::Zero(3, 2);
  density.add_row_gradients(theta, rows, coefficients, gradients);
  const auto check = check_gradient(sum, theta.reshaped(), gradients.reshaped());
  EXPECT_TRUE(check.passed) << check.to_string();
}

}  // namespace
}  // namespace renyi::glm_density_test
