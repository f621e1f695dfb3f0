#include "renyi/inference/laplace.hpp"

#include <gtest/gtest.h>

#include "renyi/core/gradient_check.hpp"
#include "renyi/models/linear_regression.hpp"
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

TEST(Laplace, ApproachesTheEvidenceAsDataGrow) {
  for (const Index rows : {40, 160, 640}) {
    const GlmProblem problem = random_problem({GlmFamily::logistic}, rows, Vector{{0.3, 1.0}}, 3);
    const double error =
        std::abs(fit_laplace(problem).log_evidence - testing::grid_posterior(problem).log_evidence);
    EXPECT_LT(error, 2.0 / static_cast<double>(rows)) << "the error is of order 1 / rows";
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
