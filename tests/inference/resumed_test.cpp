// Every method of a regression or a density goes on to the same bits wherever it was stopped.
#include <gtest/gtest.h>

#include "renyi/inference/choose_alpha.hpp"
#include "renyi/inference/density_modes.hpp"
#include "renyi/inference/expectation_propagation.hpp"
#include "renyi/inference/fit_by_draws.hpp"
#include "renyi/inference/fit_density.hpp"
#include "renyi/inference/laplace.hpp"
#include "renyi/inference/shared_rows.hpp"
#include "renyi/inference/stochastic_ep.hpp"
#include "tests/core/thread_communicator.hpp"
#include "tests/inference/from_stop_to_stop.hpp"
#include "tests/support/glm_problems.hpp"
#include "tests/support/regression_density.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/support/two_modes.hpp"

namespace renyi::resumed_test {
namespace {

using testing::as_processes;
using testing::from_stop_to_stop;
using testing::random_problem;
using testing::RegressionDensity;
using testing::TemporaryFolder;

const Vector theta{{0.3, 1.0, -0.5}};

void expect_same(const LocalFit& fit, const LocalFit& expected, const char* what) {
  EXPECT_EQ(fit.mean, expected.mean) << what;
  EXPECT_EQ(fit.covariance, expected.covariance) << what;
  EXPECT_EQ(fit.log_evidence, expected.log_evidence) << what;
  EXPECT_EQ(fit.passes, expected.passes) << what;
  EXPECT_EQ(fit.rejected, expected.rejected) << what;
  EXPECT_EQ(fit.change, expected.change) << what;
  EXPECT_EQ(fit.converged, expected.converged) << what;
}

// fit(legs), where null legs are none.
template <class F>
void expect_same_when_stopped(const char* what, std::int64_t stride, const F& fit) {
  const TemporaryFolder folder;
  const LocalFit expected = fit(nullptr);
  std::int64_t stops = 0;
  const LocalFit resumed = from_stop_to_stop(
      folder.path("run"), stride, [&](Legs& legs) { return fit(&legs); }, stops);
  EXPECT_GT(stops, 1) << what;
  expect_same(resumed, expected, what);
}

TEST(Resumed, LaplacesMethod) {
  const GlmProblem problem = random_problem({GlmFamily::logistic}, 200, theta, 1);
  expect_same_when_stopped("laplace", 1, [&](Legs* legs) {
    return fit_laplace(problem, GaussianShape::full_rank, legs);
  });
}

TEST(Resumed, ExpectationPropagation) {
  const GlmProblem problem = random_problem({GlmFamily::logistic}, 192, theta, 2);
  for (const GaussianShape shape : {GaussianShape::full_rank, GaussianShape::mean_field})
    expect_same_when_stopped(
        "ep", 1, [&](Legs* legs) { return fit_ep(problem, {.shape = shape, .beta = 0.5}, legs); });
}

std::vector<SepOptions> sep_variants() {
  const SepOptions exact{.batch = 4, .passes = 9};
  SepOptions mean_field = exact, importance = exact, geometric = exact, chains = exact;
  mean_field.shape = GaussianShape::mean_field;
  mean_field.batch = 1;
  importance.moments = geometric.moments = SepMoments::importance;
  importance.draws = geometric.draws = chains.draws = 300;
  geometric.grouping = SepGrouping::geometric;
  chains.moments = SepMoments::mcmc;
  return {exact, mean_field, importance, geometric, chains};
}

// All rows of a pass are given out at once.
TEST(Resumed, StochasticExpectationPropagation) {
  const GlmProblem problem = random_problem({GlmFamily::logistic}, 150, theta, 3);
  for (const SepOptions& options : sep_variants())
    expect_same_when_stopped("sep", 1,
                             [&](Legs* legs) { return fit_sep(problem, options, nullptr, legs); });
}

TEST(Resumed, StochasticExpectationPropagationWithinAPass) {
  const GlmProblem problem = random_problem({GlmFamily::logistic}, 9000, theta, 3);
  std::int64_t asked = 0, stops = 0;
  for (const GaussianShape shape : {GaussianShape::full_rank, GaussianShape::mean_field}) {
    const SepOptions options{.shape = shape, .batch = 8, .passes = 4};
    Legs watched({.stop = [&] {
      ++asked;
      return false;
    }});
    const LocalFit expected = fit_sep(problem, options, nullptr, &watched);
    EXPECT_EQ(asked, 3 * options.passes) << "4096 rows at a time";
    asked = 0;
    const TemporaryFolder folder;
    expect_same(from_stop_to_stop(
                    folder.path("run"), 1,
                    [&](Legs& legs) { return fit_sep(problem, options, nullptr, &legs); }, stops),
                expected, "sep");
  }
}

TEST(Resumed, StochasticExpectationPropagationOfSeveralProcesses) {
  const GlmProblem problem = random_problem({GlmFamily::logistic}, 61, theta, 4);
  for (SepOptions options : sep_variants()) {
    options.combine_every = 3;
    const TemporaryFolder folder;
    as_processes(3, [&](Communicator& others) {
      const Share mine = share_of(problem.rows(), others.rank(), others.size());
      const GlmProblem here = problem.part(mine.begin, mine.end);
      const LocalFit expected = fit_sep(here, options, &others);
      std::int64_t stops = 0;
      const LocalFit resumed = from_stop_to_stop(
          folder.path("run"), 2, [&](Legs& legs) { return fit_sep(here, options, &others, &legs); },
          stops, &others);
      EXPECT_GT(stops, 1);
      expect_same(resumed, expected, "sep");
    });
  }
}

TEST(Resumed, CoefficientsByDrawsOnAnyNumberOfProcesses) {
  const GlmProblem problem = random_problem({GlmFamily::logistic}, 40, theta, 5);
  for (const auto& [grouping, processes] :
       {std::pair(Grouping::batch, 1), std::pair(Grouping::batch, 2), std::pair(Grouping::row, 1),
        std::pair(Grouping::row, 2)}) {
    const FitByDrawsOptions options{.alpha = Alpha(0.5), .grouping = grouping, .draws = 5};
    const LocalFit expected = fit_by_draws(problem, options);
    const TemporaryFolder folder;
    as_processes(processes, [&](Communicator& others) {
      const Share mine = SharedRows::rows_here(problem.rows(), others);
      const GlmProblem here = problem.part(mine.begin, mine.end);
      std::int64_t stops = 0;
      const LocalFit resumed = from_stop_to_stop(
          folder.path("run"), 7,
          [&](Legs& legs) {
            return fit_by_draws(here, problem.rows(), options, nullptr, {.communicator = &others},
                                {.legs = &legs});
          },
          stops, &others);
      EXPECT_GT(stops, 1);
      expect_same(resumed, expected, "by draws");
    });
  }
}

void expect_same(const DensityFit& fit, const DensityFit& expected) {
  EXPECT_EQ(fit.alpha, expected.alpha);
  EXPECT_EQ(fit.training.parameters, expected.training.parameters);
  EXPECT_EQ(fit.training.steps, expected.training.steps);
  EXPECT_EQ(fit.training.settled, expected.training.settled);
  ASSERT_EQ(fit.training.stages.size(), expected.training.stages.size());
  for (std::size_t i = 0; i < fit.training.stages.size(); ++i) {
    const SettledStage &a = fit.training.stages[i], &b = expected.training.stages[i];
    EXPECT_EQ(std::tuple(a.learning_rate, a.steps, a.is_stationary, a.r_hat, a.change, a.bound),
              std::tuple(b.learning_rate, b.steps, b.is_stationary, b.r_hat, b.change, b.bound));
  }
  EXPECT_EQ(fit.start.at, expected.start.at);
  EXPECT_EQ(fit.start.covariance, expected.start.covariance);
  EXPECT_EQ(fit.draws.theta, expected.draws.theta);
  EXPECT_EQ(fit.draws.log_p, expected.draws.log_p);
  EXPECT_EQ(fit.trust.verdict, expected.trust.verdict);
}

// So few steps that none has settled: what is stopped is in the middle of something.
DensityFitOptions short_fit(FamilyKind family, Optimiser optimiser = Optimiser::stochastic) {
  return {.family = family,
          .draws = 4,
          .optimiser = optimiser,
          .judged = 100,
          .settle = {.stages = 3, .stage_steps = 180}};
}

TEST(Resumed, DensitiesOfEveryFamily) {
  const RegressionDensity density(9, 3);
  for (const FamilyKind family : {FamilyKind::mean_field, FamilyKind::full_rank,
                                  FamilyKind::low_rank, FamilyKind::mixture, FamilyKind::flow}) {
    const DensityFitOptions options = short_fit(family);
    const TemporaryFolder folder;
    std::int64_t stops = 0;
    const DensityFit resumed = from_stop_to_stop(
        folder.path("run"), 29,
        [&](Legs& legs) { return fit_density(density, options, nullptr, {.legs = &legs}); }, stops);
    EXPECT_GT(stops, 3) << to_string(family);
    expect_same(resumed, fit_density(density, options));
  }
}

TEST(Resumed, DensitiesByFixedDraws) {
  const RegressionDensity density(9, 3);
  const DensityFitOptions options = short_fit(FamilyKind::full_rank, Optimiser::fixed_draws);
  const TemporaryFolder folder;
  std::int64_t stops = 0;
  const DensityFit resumed = from_stop_to_stop(
      folder.path("run"), 3,
      [&](Legs& legs) { return fit_density(density, options, nullptr, {.legs = &legs}); }, stops);
  EXPECT_GT(stops, 2);
  expect_same(resumed, fit_density(density, options));
}

TEST(Resumed, OrdersThatAreTried) {
  const RegressionDensity density(9, 3);
  const DensityFitOptions options = short_fit(FamilyKind::full_rank);
  const TemporaryFolder folder;
  std::int64_t stops = 0;
  const auto orders = {Alpha(1.0), Alpha(0.5), Alpha(0.0)};
  const AlphaChoice resumed = from_stop_to_stop(
      folder.path("run"), 101,
      [&](Legs& legs) { return choose_alpha(density, options, orders, nullptr, {.legs = &legs}); },
      stops);
  EXPECT_GT(stops, 2);
  const AlphaChoice expected = choose_alpha(density, options, orders);
  EXPECT_EQ(resumed.chosen, expected.chosen);
  ASSERT_EQ(resumed.fits.size(), expected.fits.size());
  for (std::size_t i = 0; i < expected.fits.size(); ++i)
    expect_same(resumed.fits[i], expected.fits[i]);
}

TEST(Resumed, SeveralStarts) {
  const RegressionDensity density(9, 3);
  const DensityFitOptions options = short_fit(FamilyKind::full_rank);
  const TemporaryFolder folder;
  std::int64_t stops = 0;
  const auto resumed = from_stop_to_stop(
      folder.path("run"), 101,
      [&](Legs& legs) { return fit_from_starts(density, options, 3, nullptr, {.legs = &legs}); },
      stops);
  EXPECT_GT(stops, 2);
  const auto expected = fit_from_starts(density, options, 3);
  ASSERT_EQ(resumed.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i) expect_same(resumed[i], expected[i]);
}

}  // namespace
}  // namespace renyi::resumed_test
