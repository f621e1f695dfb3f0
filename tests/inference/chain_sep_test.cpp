#include "renyi/inference/chain_sep.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "renyi/core/error.hpp"
#include "renyi/inference/expectation_propagation.hpp"
#include "renyi/inference/full_rank_sep.hpp"
#include "renyi/inference/stochastic_ep.hpp"
#include "renyi/models/linear_regression.hpp"
#include "tests/support/glm_problems.hpp"

namespace renyi::chain_sep_test {
namespace {

using testing::random_problem;

SepOptions by_chains(SepOptions options) {
  options.moments = SepMoments::mcmc;
  return options;
}

std::vector<Index> first_rows(Index count) {
  std::vector<Index> rows;
  for (Index i = 0; i < count; ++i) rows.push_back(i);
  return rows;
}

// From the prior, a step of the whole way on one row that says much: its tilted distribution is far
// from q, and long chains arrive there.
TEST(ChainSep, AStepMatchesTheMomentsOfOneRowFarFromQ) {
  for (const GlmFamily family : {GlmFamily::probit, GlmFamily::poisson}) {
    GlmProblem problem = random_problem({family}, 1, Vector{{0.3, 1.0}}, 1, 0.5);
    problem.targets(0) = family == GlmFamily::poisson ? 6.0 : 1.0;
    problem.design.col(0) = Vector{{1.0, 1.5}};
    FullRankSep exact(problem, 1.0, 1);
    ASSERT_TRUE(exact.step(first_rows(1), 1.0));
    for (const auto grouping : {SepGrouping::rows, SepGrouping::geometric}) {
      ChainSep sep(problem, by_chains({.grouping = grouping, .draws = 40'000, .chain_steps = 30}),
                   1);
      ASSERT_TRUE(sep.step(first_rows(1), 1.0));
      // The standard error of a mean in sds is 1 / sqrt(40000) = 0.005, that of log sd 0.0035 times
      // what heavier tails add: four of them are 0.02.
      EXPECT_LT(moment_change(exact.mean(), exact.sd(), sep.mean(), sep.sd()), 0.02)
          << to_string(family);
      EXPECT_GT(moment_change(exact.mean(), exact.sd(), Vector::Zero(2),
                              Vector::Constant(2, std::sqrt(2.0))),
                0.3);
    }
  }
}

// The square of a draw from q keeps half of itself at a random angle, in the mean: of the change of
// the variance from q to a tilted distribution near it, 1 - 2^-steps is made.
TEST(ChainSep, ChainsAreShortOfTheTiltedDistributionByTwoToMinusTheirSteps) {
  const GlmProblem problem{
      {GlmFamily::gaussian, std::sqrt(5.0)}, Matrix::Ones(1, 1), Vector::Zero(1), 1.0};
  const double change = 1.0 - 1.0 / 1.2;  // precisions 1 of the prior and 0.2 of the row
  for (const std::int64_t steps : {1, 2, 3, 8}) {
    ChainSep sep(problem, by_chains({.draws = 200'000, .chain_steps = steps}), 1);
    ASSERT_TRUE(sep.step(first_rows(1), 1.0));
    const double made = (1.0 - sep.covariance()(0, 0)) / change;
    // The variance of 200000 draws has the standard error 0.0032, 0.02 of the change; chains of q
    // by the same random numbers leave less. What is of second order in the change is as much.
    EXPECT_NEAR(made, 1.0 - std::pow(2.0, -static_cast<double>(steps)), 0.06) << steps;
  }
}

// With all rows in one tilted distribution the posterior is the only fixed point, however short
// the chains.
TEST(ChainSep, GeometricBatchOfAllRowsIsThePosterior) {
  const GlmProblem problem = random_problem({GlmFamily::gaussian, 1.0}, 10, Vector{{0.3, 1.0}}, 2);
  const LinearRegression linear(problem.design.transpose(), problem.targets);
  const LinearPosterior exact = linear.posterior(1.0);
  for (const std::int64_t chain_steps : {1, 5}) {
    const LocalFit fit = fit_sep(problem, by_chains({.beta = 5.0,
                                                     .batch = 10,
                                                     .damping = 0.3,
                                                     .passes = 200,
                                                     .grouping = SepGrouping::geometric,
                                                     .draws = 2000,
                                                     .chain_steps = chain_steps}));
    EXPECT_LT(moment_change(exact.mean, exact.sd(), fit.mean, fit.sd()), 0.03) << chain_steps;
    EXPECT_NEAR(fit.log_evidence, linear.log_evidence(1.0).value, 0.02) << chain_steps;
    EXPECT_EQ(fit.rejected, 0) << chain_steps;
  }
}

struct ChainCase {
  GlmFamily family;
  GaussianShape shape;
};

// Eight fits differ by their random numbers alone; their mean has a standard error that their
// spread tells, and is where quadrature leads. Five of them, as there are only seven degrees of
// freedom, and 0.02 for what the wandering of the steps leaves.
TEST(ChainSep, AgreesWithQuadratureWithinStandardErrors) {
  for (const auto& [family, shape] : {ChainCase{GlmFamily::logistic, GaussianShape::full_rank},
                                      ChainCase{GlmFamily::probit, GaussianShape::mean_field},
                                      ChainCase{GlmFamily::poisson, GaussianShape::full_rank}}) {
    const GlmProblem problem = random_problem({family}, 20, Vector{{0.3, 1.0}}, 1);
    const LocalFit exact =
        fit_sep(problem, {.shape = shape, .batch = 20, .damping = 0.5, .passes = 100});
    constexpr int fits = 8;
    Matrix found(4, fits);  // distances of means in sds, and of log sds
    for (int f = 0; f < fits; ++f) {
      const LocalFit fit = fit_sep(problem, by_chains({.shape = shape,
                                                       .batch = 5,
                                                       .draws = 400,
                                                       .seed = static_cast<std::uint64_t>(f + 1)}));
      found.col(f) << (fit.mean - exact.mean).cwiseQuotient(exact.sd()),
          fit.sd().cwiseQuotient(exact.sd()).array().log().matrix();
      EXPECT_EQ(fit.site_numbers, exact.site_numbers);
    }
    const Vector mean = found.rowwise().mean();
    const Vector error =
        ((found.colwise() - mean).rowwise().squaredNorm() / (fits * (fits - 1.0))).cwiseSqrt();
    for (Index c = 0; c < 4; ++c) {
      EXPECT_LT(error(c), 0.05) << to_string(family) << ' ' << c;
      EXPECT_LT(std::abs(mean(c)), 5.0 * error(c) + 0.02) << to_string(family) << ' ' << c;
    }
  }
}

TEST(ChainSep, NeedsDrawsStepsAndAPower) {
  const GlmProblem problem = random_problem({GlmFamily::logistic}, 5, Vector{{0.3, 1.0}}, 3);
  EXPECT_THROW(fit_sep(problem, by_chains({.draws = 5})), UsageError);
  EXPECT_THROW(fit_sep(problem, by_chains({.chain_steps = 0})), UsageError);
  EXPECT_THROW(fit_sep(problem, by_chains({.beta = 0.0})), UsageError);
}

}  // namespace
}  // namespace renyi::chain_sep_test
