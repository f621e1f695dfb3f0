// What is known of local and global divergences on one ladder (section 4.3 and appendix F of the
// paper), over random regressions. Theorem 3 is tests/experiments/one_parameter_test.cpp's.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "renyi/families/full_rank_family.hpp"
#include "renyi/inference/density_objective.hpp"
#include "renyi/inference/expectation_propagation.hpp"
#include "renyi/inference/fit_by_draws.hpp"
#include "renyi/inference/laplace.hpp"
#include "renyi/inference/minibatch_gradient.hpp"
#include "renyi/inference/stochastic_ep.hpp"
#include "renyi/models/glm_density.hpp"
#include "renyi/models/linear_regression.hpp"
#include "tests/support/family_checks.hpp"
#include "tests/support/generators.hpp"
#include "tests/support/glm_problems.hpp"

namespace renyi::local_global_test {
namespace {

using testing::number_between;

GlmProblem any_problem(GlmFamily family) {
  const Index dimension = *rc::gen::inRange<Index>(1, 5), rows = *rc::gen::inRange<Index>(1, 12);
  const auto seed = *rc::gen::inRange<std::uint64_t>(1, 1'000'000);
  return testing::random_problem({family, *number_between(0.3, 2.0)}, rows,
                                 testing::normal_vector(dimension, seed), seed,
                                 *number_between(0.3, 3.0));
}

LinearPosterior exact_posterior(const GlmProblem& problem) {
  return LinearRegression(
             {problem.design.transpose(), problem.targets},
             {Vector::Zero(problem.dimension()),
              problem.prior_precision * Matrix::Identity(problem.dimension(), problem.dimension())})
      .posterior(problem.likelihood.sigma);
}

double largest(const Matrix& difference) { return difference.cwiseAbs().maxCoeff(); }

std::vector<Index> all_rows(const GlmProblem& problem) {
  std::vector<Index> rows(static_cast<std::size_t>(problem.rows()));
  std::iota(rows.begin(), rows.end(), 0);
  return rows;
}

// Value and gradient of an energy with draws of one seed.
struct Energy {
  double value;
  Vector gradient;
};
struct EnergyOptions {
  Alpha alpha = Alpha::vi();
  Grouping grouping = Grouping::batch;
  Estimator estimator = Estimator::reparameterised;
  Index draws = 5;
  std::uint32_t step = 0;
};
Energy energy_of(const GlmProblem& problem, const Vector& parameters,
                 const std::vector<Index>& rows, const EnergyOptions& options) {
  const GlmDensity density(problem);
  FullRankFamily family(problem.dimension());
  DensityObjective objective(density, family, AffineMap::identity(problem.dimension()),
                             options.grouping);
  MinibatchGradient out;
  minibatch_gradient(objective,
                     {.alpha = options.alpha,
                      .draws = options.draws,
                      .batch = std::ssize(rows),
                      .estimator = options.estimator},
                     parameters, rows, options.step, out);
  return {out.value, out.gradient};
}

Vector any_parameters(Index dimension) {
  const auto seed = *rc::gen::inRange<std::uint64_t>(1, 1'000'000);
  return 0.5 * testing::normal_vector(FullRankFamily(dimension).parameters(), seed);
}

// ---- Where q can be the posterior and M = N ----

RC_GTEST_PROP(LocalAndGlobal, LocalMethodsOnAllRowsReturnTheExactPosterior, ()) {
  const GlmProblem problem = any_problem(GlmFamily::gaussian);
  const LinearPosterior exact = exact_posterior(problem);
  const double rows = static_cast<double>(problem.rows());
  const double beta = *number_between(0.0, rows);
  for (const LocalFit& fit :
       {fit_laplace(problem), fit_ep(problem, {}),
        fit_ep(problem, {.beta = *number_between(0.0, 1.0)}),
        fit_sep(problem, {.beta = beta, .batch = problem.rows(), .passes = 4})}) {
    RC_ASSERT(largest(fit.mean - exact.mean) < 1e-8);
    RC_ASSERT(largest(fit.covariance - exact.covariance) < 1e-8);
  }
}

// At the posterior all weights are equal, so that draws of any number leave nothing to chance:
// every order's bound is the evidence, and its estimator without the score is 0 there.
RC_GTEST_PROP(LocalAndGlobal, TheBoundOfEveryOrderHasThePosteriorAsItsOptimum, ()) {
  const GlmProblem problem = any_problem(GlmFamily::gaussian);
  const LinearPosterior exact = exact_posterior(problem);
  const Alpha alpha = testing::any_alpha();
  const Vector at = FullRankFamily(problem.dimension()).nearest(exact.mean, exact.covariance);
  const double evidence = fit_ep(problem, {}).log_evidence;
  const auto found = energy_of(problem, at, all_rows(problem),
                               {.alpha = alpha, .estimator = Estimator::stick_the_landing});
  RC_ASSERT(std::abs(found.value - evidence) < 1e-7 * (1.0 + std::abs(evidence)));
  RC_ASSERT(largest(found.gradient) < 1e-6 * (1.0 + std::abs(evidence)));
}

// The same of stochastic EP by weighted draws: near the posterior there is nothing left to chance,
// and so it arrives there to rounding, however few the draws. (Chains are chain_sep_test.cpp's.)
TEST(LocalAndGlobal, StochasticEpByDrawsOfAllRowsReturnsTheExactPosterior) {
  for (const std::uint64_t seed : {1, 2, 3})
    for (const double alpha : {0.0, 0.5, 0.9}) {
      const GlmProblem problem =
          testing::random_problem({GlmFamily::gaussian, 1.0}, 10, Vector{{0.3, 1.0}}, seed);
      const LinearPosterior exact = exact_posterior(problem);
      const LocalFit fit = fit_sep(problem, {.beta = 10.0 * (1.0 - alpha),
                                             .batch = 10,
                                             .damping = 0.5,
                                             .passes = 200,
                                             .moments = SepMoments::importance,
                                             .grouping = SepGrouping::geometric,
                                             .draws = 200});
      EXPECT_LT(largest(fit.mean - exact.mean), 1e-8) << seed << ' ' << alpha;
      EXPECT_LT(largest(fit.covariance - exact.covariance), 1e-8) << seed << ' ' << alpha;
    }
}

// Of orders below 0 the posterior is the minimum of an upper bound, and training, which looks for
// maxima, does not lead there.
TEST(LocalAndGlobal, TrainingReturnsTheExactPosteriorAtOrdersOfLowerBounds) {
  for (const std::uint64_t seed : {1, 2}) {
    const GlmProblem problem =
        testing::random_problem({GlmFamily::gaussian, 0.8}, 20, Vector{{0.3, 1.0, -0.5}}, seed);
    const LinearPosterior exact = exact_posterior(problem);
    for (const char* order : {"0", "0.5", "1", "2"}) {
      const LocalFit fit = fit_by_draws(problem, {.alpha = Alpha::parse(order)});
      EXPECT_LT(moment_change(exact.mean, exact.sd(), fit.mean, fit.sd()), 0.02) << order;
    }
  }
}

// ---- Where black-box alpha differs ----

// N targets of mean 0 with unit noise and prior, q = N(0, variance), in closed form: with
// c = beta (1 - tau), where tau is the site's precision, row n has
//   log E[(f_n / t)^beta] = -log(1 + c v) / 2 + beta^2 y_n^2 v / (2 (1 + c v)) - beta y_n^2 / 2.
double black_box_energy(const Vector& targets, double beta, double variance) {
  const auto rows = static_cast<double>(targets.size());
  const double tau = (1.0 / variance - 1.0) / rows, growth = 1.0 + beta * (1.0 - tau) * variance;
  double sum = 0.0;
  for (const double y : targets)
    sum += -0.5 * std::log(growth) + 0.5 * beta * beta * y * y * variance / growth -
           0.5 * beta * y * y - 0.5 * beta * std::log(2.0 * std::numbers::pi);
  return 0.5 * std::log(variance) + sum / beta;
}

GlmProblem symmetric_mean(Index pairs, double size) {
  GlmProblem problem{
      {GlmFamily::gaussian, 1.0}, Matrix::Ones(1, 2 * pairs), Vector(2 * pairs), 1.0};
  for (Index i = 0; i < pairs; ++i) {
    problem.targets(2 * i) = size;
    problem.targets(2 * i + 1) = -size;
  }
  return problem;
}

// Its slope in the variance at the posterior is beta (1 - beta / N) |y|^2 / 2: an exact q is its
// optimum at beta = 0 alone, and at beta = N, where alpha = 0.
TEST(LocalAndGlobal, BlackBoxAlphaIsWiderThanAPosteriorThatItCouldBe) {
  const GlmProblem problem = symmetric_mean(5, 0.5);
  const double exact = 1.0 / 11.0, h = 1e-6;
  for (const double beta : {1e-4, 0.5, 1.0, 5.0, 10.0}) {
    const double slope = (black_box_energy(problem.targets, beta, exact + h) -
                          black_box_energy(problem.targets, beta, exact - h)) /
                         (2.0 * h);
    EXPECT_NEAR(slope, 0.5 * beta * (1.0 - beta / 10.0) * problem.targets.squaredNorm(), 1e-4);
  }
  // The optimum itself, on a fine grid, and by training.
  double best = exact;
  for (double variance = 0.05; variance < 1.0; variance += 1e-4)
    if (black_box_energy(problem.targets, 1.0, variance) >
        black_box_energy(problem.targets, 1.0, best))
      best = variance;
  EXPECT_GT(std::sqrt(best / exact), 1.1);
  const LocalFit fit =
      fit_by_draws(problem, {.alpha = Alpha(0.0), .grouping = Grouping::row, .draws = 200});
  EXPECT_NEAR(std::log(fit.sd()(0) / std::sqrt(best)), 0.0, 0.03);
  const LocalFit sep = fit_sep(problem, {.batch = problem.rows()});
  EXPECT_NEAR(sep.covariance(0, 0), exact, 1e-10) << "stochastic EP at the same beta";
}

// ---- Where they are the same ----

RC_GTEST_PROP(LocalAndGlobal, EnergiesOfOneRowAreBlackBoxAlphas, ()) {
  const GlmProblem problem = any_problem(*rc::gen::element(GlmFamily::gaussian, GlmFamily::logistic,
                                                           GlmFamily::probit, GlmFamily::poisson));
  const Vector at = any_parameters(problem.dimension());
  const double beta = *number_between(1e-3, 3.0);
  const std::vector<Index> row = {*rc::gen::inRange<Index>(0, problem.rows())};
  const auto global = energy_of(problem, at, row,
                                {.alpha = Alpha(1.0 - beta / static_cast<double>(problem.rows()))});
  const auto local =
      energy_of(problem, at, row, {.alpha = Alpha(1.0 - beta), .grouping = Grouping::row});
  const double size = 1.0 + std::abs(local.value) + largest(local.gradient);
  RC_ASSERT(std::abs(global.value - local.value) < 1e-9 * size);
  RC_ASSERT(largest(global.gradient - local.gradient) < 1e-9 * size);
}

// alpha -> 1 or beta -> 0: one energy, that of stochastic variational inference.
RC_GTEST_PROP(LocalAndGlobal, AllEnergiesTendToTheVariationalOne, ()) {
  const GlmProblem problem =
      any_problem(*rc::gen::element(GlmFamily::logistic, GlmFamily::probit, GlmFamily::gaussian));
  const Vector at = any_parameters(problem.dimension());
  const auto rows = all_rows(problem);
  const auto variational = energy_of(problem, at, rows, {});
  const double size = 1.0 + std::abs(variational.value) + largest(variational.gradient);
  for (const auto grouping : {Grouping::batch, Grouping::row}) {
    const auto same = energy_of(problem, at, rows, {.grouping = grouping});
    RC_ASSERT(std::abs(same.value - variational.value) < 1e-10 * size);
    RC_ASSERT(largest(same.gradient - variational.gradient) < 1e-10 * size);
    // The difference is (1 - alpha) / 2 times a variance of log-weights: linear in 1 - alpha.
    double last = 0.0;
    for (const double distance : {1e-5, 1e-6, 1e-7}) {
      const auto near =
          energy_of(problem, at, rows, {.alpha = Alpha(1.0 - distance), .grouping = grouping});
      const double difference = near.value - variational.value;
      RC_ASSERT(difference > -1e-10 * size);
      if (last > 1e-6 * size) RC_ASSERT(std::abs(difference / last - 0.1) < 0.02);
      last = difference;
    }
  }
}

// ---- The estimate by draws ----

// Appendix: for alpha <= 1 it lies below the energy in expectation, by Jensen's inequality, and
// rises to it with the number of draws.
TEST(LocalAndGlobal, DrawsUnderestimateBlackBoxAlphasEnergyUpToOrderOne) {
  const GlmProblem problem = symmetric_mean(3, 1.0);
  const double variance = 0.3;
  const Vector at = FullRankFamily(1).nearest(Vector::Zero(1), Matrix{{variance}});
  for (const double beta : {0.5, 1.0, 2.0}) {
    const double exact = black_box_energy(problem.targets, beta, variance);
    double last = -infinity;
    for (const Index draws : {1, 4, 16}) {
      constexpr int repetitions = 4000;
      double sum = 0.0, squares = 0.0;
      for (std::uint32_t step = 0; step < repetitions; ++step) {
        const double value = energy_of(problem, at, all_rows(problem),
                                       {.alpha = Alpha(1.0 - beta),
                                        .grouping = Grouping::row,
                                        .draws = draws,
                                        .step = step})
                                 .value;
        sum += value;
        squares += value * value;
      }
      const double mean = sum / repetitions;
      const double error = std::sqrt((squares / repetitions - mean * mean) / repetitions);
      EXPECT_LT(mean, exact - 3.0 * error) << beta << ' ' << draws;
      EXPECT_GT(mean, last) << beta << ' ' << draws;
      last = mean;
    }
    const double many =
        energy_of(problem, at, all_rows(problem),
                  {.alpha = Alpha(1.0 - beta), .grouping = Grouping::row, .draws = 200'000})
            .value;
    EXPECT_NEAR(many, exact, 0.02) << beta;
  }
}

}  // namespace
}  // namespace renyi::local_global_test
