#include "renyi/models/mixture_scores.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <cmath>

#include "renyi/core/error.hpp"
#include "tests/support/generators.hpp"

namespace renyi::mixture_scores_test {
namespace {

using testing::number_between;

GaussianMixtures any_mixtures(Index draws, Index rows) {
  GaussianMixtures mixtures{Matrix(draws, rows), Matrix(draws, rows)};
  for (double& mean : mixtures.means.reshaped()) mean = *number_between(-3.0, 3.0);
  for (double& sd : mixtures.sds.reshaped()) sd = *number_between(0.1, 2.0);
  return mixtures;
}

double cdf(const GaussianMixtures& mixtures, double t) {
  double sum = 0.0;
  for (Index k = 0; k < mixtures.means.rows(); ++k)
    sum += 0.5 * std::erfc(-(t - mixtures.means(k, 0)) / mixtures.sds(k, 0) / std::sqrt(2.0));
  return sum / static_cast<double>(mixtures.means.rows());
}

RC_GTEST_PROP(MixtureScores, EqualComponentsAreOneGaussian, ()) {
  const auto draws = *rc::gen::inRange<Index>(1, 6);
  const GaussianMixtures one = any_mixtures(1, 3);
  const Vector targets{{*number_between(-5.0, 5.0), 0.0, 7.0}};
  const RowScores scores =
      mixture_scores({one.means.replicate(draws, 1), one.sds.replicate(draws, 1)}, targets);
  const RowScores expected = gaussian_scores(one.means.transpose(), one.sds.transpose(), targets);
  for (Index r = 0; r < 3; ++r) {
    RC_ASSERT(std::abs(scores.log_density(r) - expected.log_density(r)) <
              1e-11 * (1.0 + std::abs(expected.log_density(r))));
    RC_ASSERT(std::abs(scores.error(r) - expected.error(r)) < 1e-14);
    RC_ASSERT(std::abs(scores.probability(r) - expected.probability(r)) < 1e-14);
    RC_ASSERT(std::abs(scores.crps(r) - expected.crps(r)) < 1e-13);
  }
}

RC_GTEST_PROP(MixtureScores, CrpsIsTheIntegral, ()) {
  const GaussianMixtures mixture = any_mixtures(3, 1);
  const Vector target{{*number_between(-4.0, 4.0)}};
  // Simpson's rule on either side of the target, far into the tails; sds are at least 0.1.
  const auto side = [&](double from, double to, double below) {
    constexpr int pieces = 4000;
    const double h = (to - from) / pieces;
    double sum = 0.0;
    for (int i = 0; i <= pieces; ++i) {
      const double difference = cdf(mixture, from + h * i) - below;
      sum += (i == 0 || i == pieces ? 1.0 : i % 2 == 1 ? 4.0 : 2.0) * difference * difference;
    }
    return sum * h / 3.0;
  };
  const double integral = side(-25.0, target(0), 0.0) + side(target(0), 25.0, 1.0);
  RC_ASSERT(std::abs(mixture_scores(mixture, target).crps(0) - integral) < 1e-7);
}

RC_GTEST_PROP(MixtureScores, LogDensityIsTheDerivativeOfTheProbability, ()) {
  const GaussianMixtures mixture = any_mixtures(4, 1);
  const double y = *number_between(-3.0, 3.0), h = 1e-4;
  const double slope = (cdf(mixture, y + h) - cdf(mixture, y - h)) / (2.0 * h);
  RC_ASSERT(std::abs(std::exp(mixture_scores(mixture, Vector{{y}}).log_density(0)) - slope) < 1e-5);
  RC_ASSERT(mixture_log_densities(mixture, Vector{{y}}) ==
            mixture_scores(mixture, Vector{{y}}).log_density);
}

RC_GTEST_PROP(MixtureScores, QuantilesInvertTheProbability, ()) {
  const GaussianMixtures mixture = any_mixtures(*rc::gen::inRange<Index>(1, 6), 1);
  const std::array levels = {0.001, 0.05, *number_between(0.1, 0.9), 0.95, 0.999};
  const Predictions predictions = mixture_predictions(mixture, levels);
  for (std::size_t l = 0; l < levels.size(); ++l)
    RC_ASSERT(std::abs(cdf(mixture, predictions.quantiles(0, static_cast<Index>(l))) - levels[l]) <
              1e-9);
}

TEST(MixtureScores, VarianceIsThatOfTheNoiseAndOfTheMeans) {
  const GaussianMixtures mixture{Matrix{{1.0}, {3.0}}, Matrix{{0.5}, {1.5}}};
  const Predictions predictions = mixture_predictions(mixture, {});
  EXPECT_DOUBLE_EQ(predictions.mean(0), 2.0);
  EXPECT_DOUBLE_EQ(predictions.model_sd(0), 1.0);
  EXPECT_DOUBLE_EQ(predictions.noise_sd(0), std::sqrt((0.25 + 2.25) / 2.0));
}

TEST(MixtureScores, FarTargetsHaveFiniteScores) {
  const GaussianMixtures mixture{Matrix{{0.0}, {1.0}}, Matrix{{1.0}, {1e-3}}};
  const RowScores scores = mixture_scores(mixture, Vector{{1e6}});
  EXPECT_NEAR(scores.log_density(0), -0.5e12 - 0.5 * std::log(2.0 * M_PI) - std::log(2.0), 1.0);
  EXPECT_EQ(scores.probability(0), 1.0);
  EXPECT_NEAR(scores.crps(0), 1e6 - 0.5, 1.0);
}

TEST(MixtureScores, RefusesUnequalShapes) {
  EXPECT_THROW(mixture_scores({Matrix::Zero(3, 2), Matrix::Ones(3, 2)}, Vector::Zero(3)),
               UsageError);
  EXPECT_THROW(mixture_scores({Matrix::Zero(3, 2), Matrix::Ones(2, 2)}, Vector::Zero(2)),
               UsageError);
  EXPECT_THROW(mixture_predictions({Matrix(0, 2), Matrix(0, 2)}, {}), UsageError);
  EXPECT_THROW(mixture_predictions({Matrix::Zero(3, 2), Matrix::Ones(3, 2)}, std::array{1.0}),
               UsageError);
}

}  // namespace
}  // namespace renyi::mixture_scores_test
