#include "renyi/inference/importance_sep.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "renyi/core/error.hpp"
#include "renyi/inference/stochastic_ep.hpp"
#include "renyi/models/linear_regression.hpp"
#include "tests/support/glm_problems.hpp"

namespace renyi::importance_sep_test {
namespace {

using testing::random_problem;

// 20 rows of a mean with unit noise and prior: the precision is 21. Without the correction 2000
// draws give 21.78 in the mean, with it 21.20 (measured elsewhere); the average over passes leaves
// little of what is random.
TEST(ImportanceSep, BiasOfThePrecisionIsCorrected) {
  const GlmProblem problem{{GlmFamily::gaussian, 1.0}, Matrix::Ones(1, 20), Vector::Zero(20), 1.0};
  for (const auto shape : {GaussianShape::full_rank, GaussianShape::mean_field}) {
    const LocalFit fit = fit_sep(
        problem, {.shape = shape, .passes = 40, .moments = SepMoments::importance, .draws = 2000});
    EXPECT_NEAR(1.0 / fit.covariance(0, 0), 21.0, 0.5);
    EXPECT_EQ(fit.rejected, 0);
  }
}

TEST(ImportanceSep, AgreesWithQuadrature) {
  const GlmProblem problem = random_problem({GlmFamily::logistic}, 60, Vector{{0.3, 1.0}}, 1);
  for (const auto shape : {GaussianShape::full_rank, GaussianShape::mean_field}) {
    const SepOptions options{.shape = shape, .batch = 4, .passes = 20};
    SepOptions by_draws = options;
    by_draws.moments = SepMoments::importance;
    by_draws.draws = 2000;
    const LocalFit exact = fit_sep(problem, options), fit = fit_sep(problem, by_draws);
    // 75 steps are averaged; each estimates precisions with a relative error of about
    // N / sqrt(draws), and so their mean with one of 60 / sqrt(75 * 2000) = 0.15.
    EXPECT_LT(moment_change(exact.mean, exact.sd(), fit.mean, fit.sd()), 0.15) << to_string(shape);
    EXPECT_EQ(fit.site_numbers, exact.site_numbers);
  }
}

// With all rows in one batch the tilted distribution is that of the exact fixed point, eq. (6) of
// the appendix, where q is the posterior if it can be.
TEST(ImportanceSep, GeometricBatchOfAllRowsIsThePosterior) {
  const GlmProblem problem = random_problem({GlmFamily::gaussian, 1.0}, 10, Vector{{0.3, 1.0}}, 2);
  const LinearRegression linear(problem.design.transpose(), problem.targets);
  const LinearPosterior exact = linear.posterior(1.0);
  const LocalFit fit = fit_sep(problem, {.batch = 10,
                                         .damping = 0.3,
                                         .passes = 200,
                                         .moments = SepMoments::importance,
                                         .grouping = SepGrouping::geometric,
                                         .draws = 2000});
  EXPECT_LT(moment_change(exact.mean, exact.sd(), fit.mean, fit.sd()), 0.03);
  EXPECT_NEAR(fit.log_evidence, linear.log_evidence(1.0).value, 0.02);
}

TEST(ImportanceSep, NeedsDrawsForACovariance) {
  const GlmProblem problem = random_problem({GlmFamily::logistic}, 5, Vector{{0.3, 1.0}}, 3);
  EXPECT_THROW(fit_sep(problem, {.moments = SepMoments::importance, .draws = 5}), UsageError);
}

}  // namespace
}  // namespace renyi::importance_sep_test
