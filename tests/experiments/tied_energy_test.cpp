#include "experiments/tied_energy.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "experiments/grid_posterior.hpp"
#include "experiments/local_to_global.hpp"
#include "renyi/core/error.hpp"
#include "renyi/core/gradient_check.hpp"

namespace renyi::tied_energy_test {
namespace {

const Gaussian wide{Vector{{0.2, -0.1}}, Matrix{{0.5, -0.1}, {-0.1, 0.4}}};

TEST(TiedEnergy, HasTheGradientOfItsDifferences) {
  for (const GlmFamily family : {GlmFamily::logistic, GlmFamily::poisson}) {
    const GlmProblem problem = correlated_regression(family, 12, 3);
    for (const double beta : {0.0, 0.3, 1.0})
      for (const std::int64_t batch : {1, 3, 12})
        for (const Index size : {4, 5}) {
          const TiedEnergy energy(problem, beta, batch);
          const Vector at = Vector{{0.3, -0.2, -0.7, -0.9, 0.15}}.head(size);
          Vector gradient;
          energy.at(at, gradient);
          const auto value = [&energy](const Vector& here) {
            Vector unused;
            return energy.at(here, unused);
          };
          const GradientCheck check = check_gradient(value, at, gradient);
          EXPECT_TRUE(check.passed) << check.to_string();
        }
  }
}

// E_q[log prior + log likelihood - log q] is a sum over rows.
TEST(TiedEnergy, DoesNotDependOnTheBatchAtBeta0) {
  const GlmProblem problem = correlated_regression(GlmFamily::logistic, 8, 1);
  const Vector at{{0.3, -0.2, -0.7, -0.9}};
  Vector gradient;
  const double all = TiedEnergy(problem, 0.0, 8).at(at, gradient);
  EXPECT_NEAR(TiedEnergy(problem, 0.0, 1).at(at, gradient), all, 1e-11);
  EXPECT_NEAR(TiedEnergy(problem, 0.0, 2).at(at, gradient), all, 1e-11);
}

TEST(TiedEnergy, IsTheEvidenceOfAllRowsAtOrder0) {
  const GlmProblem problem = correlated_regression(GlmFamily::logistic, 8, 1);
  const TiedEnergy energy(problem, 1.0, 8);
  EXPECT_EQ(energy.order(), 0.0);
  Vector gradient;
  const double evidence = GridPosterior(problem).log_evidence();
  EXPECT_NEAR(energy.at(Vector{{0.1, 0.1, -0.2, -0.2, 0.0}}, gradient), evidence, 1e-6);
  EXPECT_FALSE(energy.best(wide, GaussianShape::full_rank));
}

// With Gaussian noise q can be the posterior, and the bound of all rows finds it at every order;
// the energy of single rows does not, but at beta = 0.
TEST(TiedEnergy, OfAllRowsFindsAGaussianPosterior) {
  const GlmProblem problem = correlated_regression(GlmFamily::gaussian, 8, 1);
  const GridPosterior truth(problem);
  for (const double beta : {0.0, 0.25, 0.5, 0.75}) {
    const auto q = TiedEnergy(problem, beta, 8).best(wide, GaussianShape::full_rank);
    ASSERT_TRUE(q);
    EXPECT_NEAR(truth.divergence_to(*q), 0.0, 1e-9);
    const auto tied = TiedEnergy(problem, beta, 1).best(wide, GaussianShape::full_rank);
    ASSERT_TRUE(tied);
    if (beta == 0.0)
      EXPECT_NEAR(truth.divergence_to(*tied), 0.0, 1e-9);
    else
      EXPECT_GT(truth.divergence_to(*tied), 1e-4);
  }
}

// Theorem 2's like for batches: by Jensen, larger ones have smaller energies at the same order.
TEST(TiedEnergy, OfSmallerBatchesIsLargerAtTheSameOrder) {
  const GlmProblem problem = correlated_regression(GlmFamily::logistic, 8, 2);
  const Vector at{{0.1, 0.1, -0.2, -0.2}};
  Vector gradient;
  const double order_half_of_one = TiedEnergy(problem, 4.0, 1).at(at, gradient);
  const double order_half_of_two = TiedEnergy(problem, 2.0, 2).at(at, gradient);
  const double order_half_of_all = TiedEnergy(problem, 0.5, 8).at(at, gradient);
  EXPECT_GT(order_half_of_one, order_half_of_two);
  EXPECT_GT(order_half_of_two, order_half_of_all);
}

TEST(TiedEnergy, RefusesWhatHasNoMeaning) {
  GlmProblem problem = correlated_regression(GlmFamily::logistic, 8, 1);
  EXPECT_THROW(TiedEnergy(problem, 0.5, 3), UsageError);
  EXPECT_THROW(TiedEnergy(problem, 0.5, 0), UsageError);
  EXPECT_THROW(TiedEnergy(problem, -0.1, 1), UsageError);
  EXPECT_THROW(TiedEnergy(problem, 1.5, 8), UsageError);
  problem.design = Matrix::Ones(3, 8);
  EXPECT_THROW(TiedEnergy(problem, 0.5, 1), UsageError);
}

}  // namespace
}  // namespace renyi::tied_energy_test
