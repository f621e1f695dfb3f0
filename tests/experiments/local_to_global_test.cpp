#include "experiments/local_to_global.hpp"

#include <gtest/gtest.h>

#include "experiments/grid_posterior.hpp"

namespace renyi::local_to_global_test {
namespace {

TEST(CorrelatedRegression, OfFewerRowsIsTheBeginningOfALongerOne) {
  for (const GlmFamily family :
       {GlmFamily::logistic, GlmFamily::probit, GlmFamily::poisson, GlmFamily::gaussian}) {
    const GlmProblem few = correlated_regression(family, 8, 5);
    const GlmProblem many = correlated_regression(family, 500, 5);
    EXPECT_NO_THROW(many.validate());
    EXPECT_EQ(few.design, many.design.leftCols(8));
    EXPECT_EQ(few.targets, many.targets.head(8));
    EXPECT_NE(few.design, correlated_regression(family, 8, 6).design);
    // The coefficients behind it, within four standard errors of the posterior.
    const GridPosterior posterior(many);
    const Vector sd = posterior.moments().covariance.diagonal().cwiseSqrt();
    EXPECT_NEAR(posterior.moments().mean(0), 1.0, 4.0 * sd(0));
    EXPECT_NEAR(posterior.moments().mean(1), -0.5, 4.0 * sd(1));
  }
}

// Of beta = 0 all are the variational Gaussian; stochastic EP up to what its steps, of a fiftieth
// of the way in each pass, leave of their noise.
TEST(LocalToGlobal, HasOneAnswerAtBeta0) {
  const GlmProblem problem = correlated_regression(GlmFamily::logistic, 16, 1);
  for (const GaussianShape shape : {GaussianShape::mean_field, GaussianShape::full_rank}) {
    const auto all = local_to_global(problem, shape, std::vector{0.0}, 1);
    ASSERT_EQ(all.size(), 6U);
    for (const LocalToGlobal& one : all) {
      EXPECT_EQ(one.alpha, 1.0);
      const double tolerance = std::string_view(one.method) == "stochastic EP" ? 5e-3 : 1e-6;
      EXPECT_TRUE(one.q->mean.isApprox(all.back().q->mean, tolerance)) << one.method;
      EXPECT_TRUE(one.q->covariance.isApprox(all.back().q->covariance, tolerance)) << one.method;
    }
  }
}

// q can be the posterior of Gaussian noise: all find it but the energies of part of the rows.
TEST(LocalToGlobal, FindsAGaussianPosterior) {
  const GlmProblem problem = correlated_regression(GlmFamily::gaussian, 8, 1);
  const GridPosterior truth(problem);
  for (const LocalToGlobal& one :
       local_to_global(problem, GaussianShape::full_rank, std::vector{0.5, 1.0}, 1)) {
    if (!one.q) {
      EXPECT_EQ(one.alpha, 0.0);
      EXPECT_EQ(one.batch, 8);
    } else if (one.is_fixed_point || one.batch == 8) {
      EXPECT_NEAR(truth.divergence_to(*one.q), 0.0, 1e-8) << one.method;
    } else {
      EXPECT_GT(truth.divergence_to(*one.q), 1e-6) << one.method;
    }
  }
}

}  // namespace
}  // namespace renyi::local_to_global_test
