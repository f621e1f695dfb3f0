#include "experiments/grid_posterior.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "experiments/local_to_global.hpp"
#include "renyi/core/error.hpp"
#include "renyi/inference/expectation_propagation.hpp"

namespace renyi::grid_posterior_test {
namespace {

TEST(GridPosterior, IsTheExactOneOfGaussianNoise) {
  const GlmProblem problem = correlated_regression(GlmFamily::gaussian, 9, 4);
  const GridPosterior posterior(problem);
  const Matrix precision = problem.design * problem.design.transpose() + Matrix::Identity(2, 2);
  const Matrix covariance = precision.inverse();
  const Vector mean = covariance * problem.design * problem.targets;
  EXPECT_TRUE(posterior.moments().mean.isApprox(mean, 1e-10));
  EXPECT_TRUE(posterior.moments().covariance.isApprox(covariance, 1e-10));
  // EP is exact there, its evidence too.
  EXPECT_NEAR(posterior.log_evidence(), fit_ep(problem, {}).log_evidence, 1e-9);
  EXPECT_NEAR(posterior.divergence_to({mean, covariance}), 0.0, 1e-10);
  EXPECT_NEAR(posterior.divergence_from({mean, covariance}), 0.0, 1e-10);
}

TEST(GridPosterior, MeasuresTheDivergenceOfGaussians) {
  const GlmProblem problem = correlated_regression(GlmFamily::gaussian, 9, 4);
  const GridPosterior posterior(problem);
  const Gaussian& p = posterior.moments();
  const Gaussian q{p.mean + Vector{{0.1, -0.2}}, 1.5 * p.covariance};
  const Vector shift = q.mean - p.mean;
  const double distance = shift.dot(p.covariance.inverse() * shift);
  EXPECT_NEAR(posterior.divergence_to(q), 0.5 * (2.0 / 1.5 + distance / 1.5 - 2.0) + std::log(1.5),
              1e-9);
  EXPECT_NEAR(posterior.divergence_from(q), 0.5 * (3.0 + distance - 2.0) - std::log(1.5), 1e-9);
}

TEST(GridPosterior, RefusesOtherDimensions) {
  GlmProblem problem = correlated_regression(GlmFamily::gaussian, 9, 4);
  problem.design = Matrix::Ones(1, 9);
  EXPECT_THROW(GridPosterior{problem}, UsageError);
}

}  // namespace
}  // namespace renyi::grid_posterior_test
