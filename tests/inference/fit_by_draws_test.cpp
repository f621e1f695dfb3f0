#include "renyi/inference/fit_by_draws.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"
#include "renyi/inference/expectation_propagation.hpp"
#include "renyi/inference/shared_rows.hpp"
#include "tests/core/thread_communicator.hpp"
#include "tests/support/family_checks.hpp"

namespace renyi::fit_by_draws_test {
namespace {

GlmProblem problem_of(GlmFamily family) {
  const Matrix features = testing::normal_matrix(40, 2, 1);
  const Vector predictor = features * Vector{{1.0, -0.5}};
  Vector targets = predictor + 0.7 * testing::normal_vector(40, 2);
  if (has_two_classes(family)) targets = (targets.array() > 0.0).cast<double>();
  return make_problem({.family = family, .sigma = 0.7}, features, targets, 1.0);
}

TEST(FitByDraws, IsExactWhereThePosteriorIsInTheFamily) {
  const GlmProblem problem = problem_of(GlmFamily::gaussian);
  const LocalFit exact = fit_ep(problem, {});
  for (const double alpha : {1.0, 0.5, 0.0}) {
    const LocalFit fit = fit_by_draws(problem, {.alpha = Alpha(alpha)});
    EXPECT_TRUE(fit.converged);
    EXPECT_LT(moment_change(exact.mean, exact.sd(), fit.mean, fit.sd()), 0.02) << alpha;
    EXPECT_NEAR(fit.log_evidence, exact.log_evidence, 0.01);
  }
}

TEST(FitByDraws, BlackBoxAlphaNeedNotBeExactThere) {
  // At beta = 1 it is stochastic EP's energy, at beta -> 0 variational inference, which is exact.
  const GlmProblem problem = problem_of(GlmFamily::gaussian);
  const LocalFit exact = fit_ep(problem, {});
  const LocalFit fit =
      fit_by_draws(problem, {.alpha = Alpha(0.0), .grouping = Grouping::row, .draws = 100});
  EXPECT_GT(moment_change(exact.mean, exact.sd(), fit.mean, fit.sd()), 0.02);
  const LocalFit nearly =
      fit_by_draws(problem, {.alpha = Alpha(0.999), .grouping = Grouping::row, .draws = 100});
  EXPECT_LT(moment_change(exact.mean, exact.sd(), nearly.mean, nearly.sd()), 0.02);
}

TEST(FitByDraws, AtAlphaOneIsWhatPowerEpTendsTo) {
  const GlmProblem problem = problem_of(GlmFamily::logistic);
  const LocalFit variational = fit_ep(problem, {.beta = 0.0});
  const LocalFit fit = fit_by_draws(problem, {.draws = 50});
  EXPECT_TRUE(fit.converged);
  EXPECT_LT(moment_change(variational.mean, variational.sd(), fit.mean, fit.sd()), 0.05);
}

TEST(FitByDraws, MinibatchesFindAboutTheSame) {
  const GlmProblem problem = problem_of(GlmFamily::probit);
  const LocalFit whole = fit_by_draws(problem, {});
  const LocalFit parts = fit_by_draws(problem, {.batch = 10});
  EXPECT_LT(moment_change(whole.mean, whole.sd(), parts.mean, parts.sd()), 0.25);
}

// Start, training and judgement, all of it.
TEST(FitByDraws, HasEqualBitsInAnyNumberOfProcessesAndThreads) {
  const GlmProblem problem = problem_of(GlmFamily::logistic);
  for (const Grouping grouping : {Grouping::batch, Grouping::row}) {
    const FitByDrawsOptions options{.alpha = Alpha(0.5), .grouping = grouping, .batch = 10};
    const LocalFit alone = fit_by_draws(problem, options);
    const auto expect_equal = [&](const LocalFit& fit) {
      EXPECT_EQ(fit.mean, alone.mean);
      EXPECT_EQ(fit.covariance, alone.covariance);
      EXPECT_EQ(fit.log_evidence, alone.log_evidence);
    };
    ThreadPool pool(2);
    expect_equal(fit_by_draws(problem, options, &pool));
    for (const int processes : {1, 2, 3})
      testing::as_processes(processes, [&](Communicator& others) {
        const Share here = SharedRows::rows_here(problem.rows(), others);
        expect_equal(fit_by_draws(problem.part(here.begin, here.end), problem.rows(), options,
                                  nullptr, {.communicator = &others}));
      });
  }
}

TEST(FitByDraws, RefusesOptionsWithoutMeaning) {
  EXPECT_THROW(fit_by_draws(problem_of(GlmFamily::probit), {.draws = 0}), UsageError);
}

}  // namespace
}  // namespace renyi::fit_by_draws_test
