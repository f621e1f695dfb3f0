#include "renyi/inference/density_objective.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <memory>
#include <numeric>

#include "renyi/bound/renyi_bound.hpp"
#include "renyi/core/error.hpp"
#include "renyi/families/flow_family.hpp"
#include "renyi/families/full_rank_family.hpp"
#include "renyi/families/low_rank_family.hpp"
#include "renyi/families/mean_field_family.hpp"
#include "renyi/families/mixture_family.hpp"
#include "renyi/inference/minibatch_gradient.hpp"
#include "renyi/inference/train.hpp"
#include "tests/support/regression_density.hpp"
#include "tests/support/two_modes.hpp"

namespace renyi::density_objective_test {
namespace {

using testing::RegressionDensity;

std::vector<Index> first_rows(Index count) {
  std::vector<Index> rows(static_cast<std::size_t>(count));
  std::iota(rows.begin(), rows.end(), 0);
  return rows;
}

struct Evaluation {
  double value;
  Vector gradient;
};

Evaluation evaluate(Objective& objective, Alpha alpha, const Vector& parameters, Index rows,
                    Index draws = 6) {
  MinibatchGradient out;
  minibatch_gradient(objective, {.alpha = alpha, .draws = draws, .batch = rows}, parameters,
                     first_rows(rows), 3, out);
  return {out.value, out.gradient};
}

std::vector<std::unique_ptr<Family>> families(Index d) {
  std::vector<std::unique_ptr<Family>> all;
  all.push_back(std::make_unique<MeanFieldFamily>(d));
  all.push_back(std::make_unique<FullRankFamily>(d));
  all.push_back(std::make_unique<LowRankFamily>(d, 2));
  all.push_back(std::make_unique<MixtureFamily>(d, 4));
  all.push_back(std::make_unique<FlowFamily>(d, 2, 3));
  return all;
}

AffineMap some_map(Index d) {
  return AffineMap::whitening(testing::normal_vector(d, 5), testing::random_covariance(d, 6));
}

TEST(DensityObjective, GradientsAreDerivativesOfTheBound) {
  const RegressionDensity density(9, 3);
  for (const auto& family : families(3))
    for (const Grouping grouping : {Grouping::batch, Grouping::row})
      for (const char* order : {"-inf", "-1", "0", "0.5", "1", "2", "inf"}) {
        const Alpha alpha = Alpha::parse(order);
        DensityObjective objective(density, *family, some_map(3), grouping, nullptr, alpha);
        const Vector at = 0.3 * testing::normal_vector(objective.parameters(), 8);
        const auto value = [&](const Vector& x) { return evaluate(objective, alpha, x, 4).value; };
        const auto check = check_gradient(value, at, evaluate(objective, alpha, at, 4).gradient);
        EXPECT_TRUE(check.passed) << order << ", " << family->parameter_name(check.worst) << ": "
                                  << check.to_string();
      }
}

TEST(DensityObjective, ThePosteriorHasEqualWeightsTheEvidence) {
  const RegressionDensity density(9, 3);
  FullRankFamily family(3);
  DensityObjective objective(density, family, some_map(3));
  // The posterior in the map's coordinates: u = scale^-1 (theta - shift).
  Matrix mean(3, 1);
  some_map(3).invert(density.mean(), mean);
  const Matrix inverse = some_map(3).scale.inverse();
  const Vector at =
      family.nearest(mean.col(0), inverse * density.covariance() * inverse.transpose());
  Matrix log_weights;
  objective.draw(at, first_rows(9), 20, {}, log_weights);
  for (Index k = 0; k < 20; ++k) EXPECT_NEAR(log_weights(k), density.log_evidence(), 1e-10);
}

TEST(DensityObjective, TheBoundsOfRowsAreThoseOfOneRow) {
  const RegressionDensity density(5, 2);
  MeanFieldFamily family(2);
  DensityObjective whole(density, family, some_map(2)),
      rows(density, family, some_map(2), Grouping::row);
  const Vector at = 0.3 * testing::normal_vector(4, 8);
  // One row: the energy at alpha = 1 - beta/N is black-box alpha's at beta.
  const double beta = 0.8;
  const auto one = evaluate(whole, Alpha(1.0 - beta / 5.0), at, 1);
  const auto same = evaluate(rows, Alpha(1.0 - beta), at, 1);
  EXPECT_NEAR(one.value, same.value, 1e-10);
  EXPECT_TRUE(one.gradient.isApprox(same.gradient, 1e-9));
}

// Doubly reparameterised gradients are those of the bound in the mean, whatever the share of log q
// in a log-weight: all of it for a minibatch, 1/N of it for each row.
TEST(DensityObjective, EstimatorsAgreeInTheMeanForBothGroupings) {
  const RegressionDensity density(5, 2);
  MeanFieldFamily family(2);
  const Vector at = 0.3 * testing::normal_vector(4, 8);
  for (const Grouping grouping : {Grouping::batch, Grouping::row})
    for (const double alpha : {0.0, 0.5, -0.5}) {
      DensityObjective objective(density, family, AffineMap::identity(2), grouping);
      constexpr std::uint32_t steps = 4000;
      Vector sum = Vector::Zero(4), squares = Vector::Zero(4);
      MinibatchGradient out;
      for (std::uint32_t step = 0; step < steps; ++step) {
        Vector difference = Vector::Zero(4);  // by the same random numbers
        for (const Estimator estimator :
             {Estimator::reparameterised, Estimator::doubly_reparameterised}) {
          minibatch_gradient(
              objective, {.alpha = Alpha(alpha), .draws = 4, .batch = 5, .estimator = estimator},
              at, first_rows(5), step, out);
          difference += (estimator == Estimator::reparameterised ? -1.0 : 1.0) * out.gradient;
        }
        sum += difference / steps;
        squares += difference.cwiseAbs2() / steps;
      }
      const Vector error = ((squares - sum.cwiseAbs2()) / steps).cwiseSqrt();
      for (Index i = 0; i < 4; ++i)
        EXPECT_LT(std::abs(sum(i)), 4.0 * error(i))
            << to_string(grouping) << ' ' << alpha << ' ' << objective.parameter_name(i);
    }
}

TEST(DensityObjective, ThreadsGiveTheSameBits) {
  const RegressionDensity density(9, 3);
  FullRankFamily family(3);
  const Vector at = 0.3 * testing::normal_vector(family.parameters(), 8);
  DensityObjective alone(density, family, some_map(3));
  const auto expected = evaluate(alone, Alpha(0.5), at, 4, 13);
  ThreadPool pool(2);
  DensityObjective shared(density, family, some_map(3), Grouping::batch, &pool);
  const auto found = evaluate(shared, Alpha(0.5), at, 4, 13);
  EXPECT_EQ(found.value, expected.value);
  EXPECT_EQ(found.gradient, expected.gradient);
}

TEST(DensityObjective, TrainingFindsThePosteriorAtOrdersOfLowerBounds) {
  const RegressionDensity density(9, 3);
  for (const double alpha : {1.0, 0.5, 0.0}) {
    FullRankFamily family(3);
    DensityObjective objective(density, family, AffineMap::identity(3));
    const auto fit = train(objective, Vector::Zero(family.parameters()),
                           {.alpha = Alpha(alpha),
                            .draws = 10,
                            .batch = 9,
                            .epochs = 2000,
                            .learning_rate = 0.03,
                            .schedule = CosineDecay{},
                            .estimator = Estimator::doubly_reparameterised});
    family.set(fit.parameters);
    // Its gradients vanish there, so that no noise is left.
    EXPECT_TRUE(family.mean().isApprox(density.mean(), 1e-3)) << alpha;
    EXPECT_TRUE(family.covariance().isApprox(density.covariance(), 1e-2)) << alpha;
  }
}

// What many stratified draws say, against the integral over q that they stand for.
TEST(DensityObjective, StratifiedDrawsHaveTheBoundOfTheMixture) {
  const auto density = testing::two_modes(1, 0.3, 2.0);
  MixtureFamily family(1, 3);
  const Vector at{{0.2, -0.5, 0.4, -1.5, 0.3, 2.2, 0.1, 0.2, -0.2}};
  for (const char* order : {"-1", "0", "0.5", "0.999999", "1", "1.000000001", "2"}) {
    const Alpha alpha = Alpha::parse(order);
    DensityObjective objective(density, family, AffineMap::identity(1), Grouping::batch, nullptr,
                               alpha);
    constexpr Index draws = 99'998;                     // not as many of each
    const bool is_vi = std::abs(alpha.power()) < 1e-8;  // or within 1e-8 of it
    Matrix log_weights;
    objective.draw(at, first_rows(1), draws, {}, log_weights);
    const double found = renyi_bound(alpha, log_weights).values(0);
    family.set(at);
    double sum = 0.0, squares = 0.0;  // of q w^(1-alpha), or of q log w
    constexpr double step = 1e-3;
    for (double x = -14.0; x < 14.0; x += step) {
      Vector log_q(1), log_p(1);
      Matrix gradient(1, 1);
      family.log_density(Matrix::Constant(1, 1, x), log_q, gradient);
      density.log_base(Matrix::Constant(1, 1, x), log_p);
      const double log_w = log_p(0) - log_q(0), q = step * std::exp(log_q(0));
      const double term = is_vi ? log_w : std::exp(alpha.power() * log_w);
      sum += q * term;
      squares += q * term * term;
    }
    const double exact = is_vi ? sum : std::log(sum) / alpha.power();
    // The standard error of plain draws; stratified ones have less.
    const double relative = is_vi ? 1.0 : std::abs(alpha.power()) * sum;
    const double error = std::sqrt((squares - sum * sum) / static_cast<double>(draws)) / relative;
    EXPECT_NEAR(found, exact, 4.0 * error + 1e-7) << order;
  }
}

TEST(DensityObjective, StickingTheLandingIsWithoutBiasForAMixtureAtOne) {
  const auto density = testing::two_modes(1, 0.3, 2.0);
  MixtureFamily family(1, 2);
  DensityObjective objective(density, family, AffineMap::identity(1), Grouping::batch, nullptr,
                             Alpha::vi());
  const Vector at{{0.2, -0.5, -1.5, 1.2, 0.1, -0.2}};
  constexpr int repeats = 20'000;
  Vector sum = Vector::Zero(6), squares = Vector::Zero(6);
  MinibatchGradient whole, landing;
  for (int i = 0; i < repeats; ++i) {
    const auto step = static_cast<std::uint32_t>(i);
    minibatch_gradient(objective, {.draws = 4}, at, first_rows(1), step, whole);
    minibatch_gradient(objective, {.draws = 4, .estimator = Estimator::stick_the_landing}, at,
                       first_rows(1), step, landing);
    const Vector difference = whole.gradient - landing.gradient;
    sum += difference;
    squares += difference.cwiseAbs2();
  }
  const Vector mean = sum / repeats;
  const Vector error = (squares / repeats - mean.cwiseAbs2()).cwiseSqrt() / std::sqrt(repeats);
  for (Index i = 0; i < 6; ++i) EXPECT_LT(std::abs(mean(i)), 4.0 * error(i) + 1e-12) << i;
  EXPECT_GT(error.maxCoeff(), 1e-4) << "they are not the same";
}

TEST(DensityObjective, RefusesWhatStratifiedDrawsCannotHave) {
  const auto density = testing::two_modes(2, 0.3, 2.0);
  MixtureFamily family(2, 3);
  EXPECT_THROW(DensityObjective(density, family, AffineMap::identity(2)), UsageError);
  DensityObjective objective(density, family, AffineMap::identity(2), Grouping::batch, nullptr,
                             Alpha(0.5));
  const Vector at = 0.3 * testing::normal_vector(family.parameters(), 8);
  MinibatchGradient out;
  EXPECT_THROW(
      minibatch_gradient(
          objective,
          {.alpha = Alpha(0.5), .draws = 6, .estimator = Estimator::doubly_reparameterised}, at,
          first_rows(1), 0, out),
      UsageError);
  EXPECT_THROW(
      minibatch_gradient(objective, {.alpha = Alpha(0.5), .draws = 2}, at, first_rows(1), 0, out),
      UsageError)
      << "fewer draws than components";
}

TEST(DensityObjective, RefusesAnotherDimension) {
  const RegressionDensity density(9, 3);
  MeanFieldFamily family(2);
  EXPECT_THROW(DensityObjective(density, family, AffineMap::identity(2)), UsageError);
}

}  // namespace
}  // namespace renyi::density_objective_test
