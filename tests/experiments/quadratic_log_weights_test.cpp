#include "experiments/quadratic_log_weights.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "experiments/toy_regression.hpp"
#include "renyi/bound/estimate.hpp"
#include "renyi/core/error.hpp"
#include "renyi/models/linear_bound.hpp"
#include "renyi/models/linear_draws.hpp"
#include "tests/support/generators.hpp"

namespace renyi::quadratic_log_weights_test {
namespace {

using testing::number_between;

const Matrix posterior{{3.0, -2.0}, {-2.0, 3.0}};

QuadraticLogWeights of(double precision) {
  return QuadraticLogWeights::of(posterior, Vector::Constant(2, precision), 0.0);
}

// E L̂_{0,2} with log w = -a z^2/2 has no closed form, but the bound of one draw and of VI have:
// the mean.
RC_GTEST_PROP(QuadraticLogWeights, OneDrawIsViAtEveryOrder, ()) {
  const QuadraticLogWeights weights{*number_between(-3.0, 3.0),
                                    {*number_between(-0.9, 2.0), *number_between(-0.9, 2.0)}};
  const Alpha alpha(*number_between(-4.0, 4.0));
  const double mean = weights.mean();
  RC_ASSERT(std::abs(expected_bounds(alpha, {1}, weights)[0] - mean) < 1e-6);
  RC_ASSERT(expected_bounds(Alpha::vi(), {7}, weights)[0] == mean);
}

// Theorem 2, all of it, on log-weights that are not normal.
RC_GTEST_PROP(QuadraticLogWeights, RisesWithDrawsBelowOrderOneAndFallsWithTheOrder, ()) {
  const QuadraticLogWeights weights{0.0, {*number_between(-0.8, 2.0), *number_between(-0.8, 2.0)}};
  const double order = *number_between(-3.0, 4.0);
  const auto bounds = expected_bounds(Alpha(order), {1, 2, 5, 20, 100}, weights);
  const double sign = order < 1.0 ? 1.0 : -1.0;
  for (std::size_t k = 1; k < bounds.size(); ++k)
    RC_ASSERT(sign * (bounds[k] - bounds[k - 1]) >= -1e-7);
  const auto lower = expected_bounds(Alpha(order + 0.3), {1, 2, 5, 20, 100}, weights);
  for (std::size_t k = 0; k < bounds.size(); ++k) RC_ASSERT(lower[k] <= bounds[k] + 1e-7);
}

// log of the mean of many weights: E log w-bar = log E w - Var(w) / (2 K (E w)^2) + O(1/K^2). With
// curvatures 1/2 and 1 at alpha = 0, E w = (1.5 * 2)^-1/2 and E w^2 = (2 * 3)^-1/2.
TEST(QuadraticLogWeights, TendsToTheExactBoundLikeTheVarianceOverTheDraws) {
  const QuadraticLogWeights weights{0.0, {0.5, 1.0}};
  const double limit = -0.5 * std::log(3.0);
  const double variance = 3.0 / std::sqrt(6.0) - 1.0;
  const auto bounds = expected_bounds(Alpha::iwae(), {1000, 10000}, weights);
  EXPECT_NEAR(bounds[0], limit - variance / 2000.0, 1e-6);
  EXPECT_NEAR(bounds[1], limit - variance / 20000.0, 1e-7);
}

// Two weights, K = 2, alpha = 0, by the trapezoid rule in polar coordinates would be four-fold;
// instead the simulated mean, within four standard errors at every order.
TEST(QuadraticLogWeights, IsTheMeanOfSimulatedBoundsOfTheModelItself) {
  const LinearRegression model = toy_regression();
  const double evidence = model.log_evidence(toy_sigma).value;
  for (const double lambda : {1.5, 3.0, 6.0}) {
    const Gaussian q{Vector::Zero(2), Matrix::Identity(2, 2) / lambda};
    const auto weights = QuadraticLogWeights::of(posterior, Vector::Constant(2, lambda), evidence);
    for (const Index draws : {2, 10}) {
      const Matrix log_weights =
          linear_log_weights(model, toy_sigma, q, {3, Purpose::test, 0}, draws, 20000);
      for (const double order : {-4.0, -1.0, 0.0, 0.5, 2.0, 4.0}) {
        const Estimate simulated = estimate_bound(Alpha(order), log_weights);
        EXPECT_NEAR(simulated.value, expected_bounds(Alpha(order), {draws}, weights)[0],
                    4.0 * *simulated.standard_error)
            << lambda << " " << draws << " " << order;
      }
    }
  }
}

TEST(QuadraticLogWeights, HasTheMeanThatIsTheBoundOfVi) {
  const LinearRegression model = toy_regression();
  const double evidence = model.log_evidence(toy_sigma).value;
  const Vector precision{{1.5, 4.0}};
  const Gaussian q{Vector::Zero(2), precision.cwiseInverse().asDiagonal()};
  EXPECT_NEAR(QuadraticLogWeights::of(posterior, precision, evidence).mean(),
              linear_bound(Alpha::vi(), model, toy_sigma, q), 1e-13);
}

TEST(QuadraticLogWeights, RefusesWhatItCannotDo) {
  EXPECT_THROW(expected_bounds(Alpha::vr_max(), {2}, of(3.0)), UsageError);
  EXPECT_THROW(expected_bounds(Alpha::iwae(), {0}, of(3.0)), UsageError);
}

}  // namespace
}  // namespace renyi::quadratic_log_weights_test
