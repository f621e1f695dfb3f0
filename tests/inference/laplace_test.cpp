#include "renyi/inference/laplace.hpp"

#include <gtest/gtest.h>

#include "renyi/core/gradient_check.hpp"
#include "renyi/models/linear_regression.hpp"
#include "tests/support/glm_corrections.hpp"
#include "tests/support/glm_problems.hpp"

namespace renyi::laplace_test {
namespace {

using testing::random_problem;

const Vector theta{{0.3, 1.0, -0.5}};

TEST(Laplace, IsExactForGaussianNoise) {
  const GlmProblem problem = random_problem({GlmFamily::gaussian, 0.7}, 30, theta, 1);
  const LinearRegression linear(problem.design.transpose(), problem.targets);
  const LinearPosterior exact = linear.posterior(0.7);
  const LocalFit fit = fit_laplace(problem);
  EXPECT_TRUE(fit.converged);
  EXPECT_LT((fit.mean - exact.mean).norm(), 1e-12);
  EXPECT_LT((fit.covariance - exact.covariance).norm(), 1e-12);
  EXPECT_NEAR(fit.log_evidence, linear.log_evidence(0.7).value, 1e-10);
}

TEST(Laplace, FindsTheModeAndItsCurvature) {
  for (const GlmFamily family : {GlmFamily::logistic, GlmFamily::probit, GlmFamily::poisson}) {
    const GlmProblem problem = random_problem({family}, 40, theta, 2, 0.5);
    const LocalFit fit = fit_laplace(problem);
    ASSERT_TRUE(fit.converged) << to_string(family);
    const auto slope = [&](const Vector& at, Index coordinate) {
      double sum = -0.5 * at(coordinate);
      const Vector predictors = problem.design.transpose() * at;
      for (Index i = 0; i < problem.rows(); ++i)
        sum += problem.design(coordinate, i) * problem.row(i).at(predictors(i)).first;
      return sum;
    };
    const Matrix precision = fit.covariance.inverse();
    for (Index c = 0; c < 3; ++c) {
      EXPECT_NEAR(slope(fit.mean, c), 0.0, 1e-8) << to_string(family);
      const auto check = check_gradient([&](const Vector& at) { return slope(at, c); }, fit.mean,
                                        -precision.col(c));
      EXPECT_TRUE(check.passed) << to_string(family) << check.to_string();
    }
    const LocalFit factorised = fit_laplace(problem, GaussianShape::mean_field);
    EXPECT_LT((factorised.mean - fit.mean).norm(), 1e-12);
    EXPECT_LT((factorised.covariance.diagonal().cwiseInverse() - precision.diagonal()).norm(),
              1e-8);
  }
}

// The error is of the order 1 / rows and known to leading order, so that the rest is of the order
// 1 / rows^2: ratios for four times the data are 1/4 and 1/16.
TEST(Laplace, ErrorOfTheEvidenceIsOfTheKnownOrderAndSize) {
  for (const GlmFamily family : {GlmFamily::logistic, GlmFamily::probit, GlmFamily::poisson}) {
    const GlmProblem once = random_problem({family}, 80, Vector{{0.3, 1.0}}, 3);
    const GlmProblem four_times = testing::repeated(once, 4);
    double error[2], corrected[2];
    for (const auto& [k, problem] : {std::pair(0, &once), std::pair(1, &four_times)}) {
      const LocalFit fit = fit_laplace(*problem);
      error[k] = testing::grid_posterior(*problem, 9.0, 0.25).log_evidence - fit.log_evidence;
      corrected[k] = error[k] - testing::laplace_correction(*problem, fit);
    }
    EXPECT_NEAR(error[1] / error[0], 1.0 / 4.0, 0.02) << to_string(family);
    EXPECT_NEAR(corrected[1] / corrected[0], 1.0 / 16.0, 0.02) << to_string(family);
    EXPECT_LT(std::abs(corrected[1]), 0.03 * std::abs(error[1])) << to_string(family);
  }
}

TEST(Laplace, IsFiniteWhereClassesAreSeparable) {
  GlmProblem problem{
      {GlmFamily::logistic}, Matrix{{1, 1, 1, 1}, {-2, -1, 1, 2}}, Vector{{0, 0, 1, 1}}, 1e-4};
  const LocalFit fit = fit_laplace(problem);
  EXPECT_TRUE(fit.converged);
  EXPECT_TRUE(fit.mean.allFinite());
  EXPECT_GT(fit.mean(1), 3.0);
  problem.targets.setOnes();  // a class that never occurs
  EXPECT_TRUE(fit_laplace(problem).converged);
}

}  // namespace
}  // namespace renyi::laplace_test
