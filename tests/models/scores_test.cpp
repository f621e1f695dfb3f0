#include "renyi/models/scores.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <boost/math/quadrature/exp_sinh.hpp>
#include <cmath>
#include <numbers>

#include "renyi/core/error.hpp"
#include "renyi/core/random.hpp"
#include "tests/support/generators.hpp"

namespace renyi::scores_test {
namespace {

RowScores one_row(double mean, double sd, double target) {
  return gaussian_scores(Vector{{mean}}, Vector{{sd}}, Vector{{target}});
}

double normal_cdf(double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); }

// Both sides of y: the integrals of F^2 below and of (1 - F)^2 above.
double crps_by_quadrature(double mean, double sd, double target) {
  boost::math::quadrature::exp_sinh<double> integrator;
  const double z = (target - mean) / sd;
  const auto side = [&](double end) {
    return integrator.integrate([&](double t) { return std::pow(normal_cdf(end - t), 2); });
  };
  return sd * (side(z) + side(-z));
}

RC_GTEST_PROP(Scores, CrpsIsItsIntegral, ()) {
  const double mean = *testing::number_between(-3.0, 3.0);
  const double sd = std::pow(10.0, *testing::number_between(-2.0, 2.0));
  const double target = mean + sd * *testing::number_between(-4.0, 4.0);
  const double expected = crps_by_quadrature(mean, sd, target);
  RC_ASSERT(std::abs(one_row(mean, sd, target).crps(0) - expected) < 1e-9 * sd);
}

TEST(Scores, CrpsOfACertainPredictionIsTheAbsoluteError) {
  EXPECT_NEAR(one_row(1.0, 1e-12, 3.5).crps(0), 2.5, 1e-11);
  EXPECT_NEAR(one_row(0.0, 1.0, 0.0).crps(0),
              (std::numbers::sqrt2 - 1.0) * std::numbers::inv_sqrtpi, 1e-15);
}

TEST(Scores, LogDensityIsThatOfTheGaussian) {
  EXPECT_NEAR(one_row(1.0, 2.0, 4.0).log_density(0),
              -0.5 * 2.25 - std::log(2.0) - 0.5 * std::log(2.0 * std::numbers::pi), 1e-15);
  EXPECT_EQ(one_row(1.0, 2.0, 4.0).error(0), -3.0);
}

TEST(Scores, FarTargetsAreFiniteToo) {
  const auto rows = one_row(0.0, 1.0, 1e100);
  EXPECT_TRUE(std::isfinite(rows.log_density(0)));
  EXPECT_DOUBLE_EQ(rows.crps(0), 1e100);
  EXPECT_EQ(rows.probability(0), 1.0);
}

TEST(Scores, QuantilesInvertTheProbability) {
  for (const double p : {1e-10, 0.025, 0.5, 0.9, 1.0 - 1e-10})
    EXPECT_NEAR(normal_cdf(normal_quantile(p)) / p, 1.0, 1e-12);
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-14);
  for (const double p : {0.0, 1.0, -1.0, std::nan("")})
    EXPECT_THROW(normal_quantile(p), UsageError);
}

// Targets drawn from the predictions themselves: each interval holds its share of them, and the
// mean CRPS is sd / sqrt(pi).
TEST(Scores, ACalibratedModelCoversWhatItSays) {
  constexpr Index rows = 20000;
  Matrix noise(rows, 1);
  fill_normal({.seed = 5, .purpose = Purpose::draws}, {}, Eigen::Ref<Matrix>(noise));
  const Vector mean = Vector::LinSpaced(rows, -5.0, 5.0);
  const Vector sd = Vector::LinSpaced(rows, 0.5, 2.0);
  const Vector targets = mean + sd.cwiseProduct(noise.col(0));
  const std::vector<double> levels = {0.1, 0.5, 0.9, 0.95};
  const auto scores = summarise(gaussian_scores(mean, sd, targets), levels);
  ASSERT_EQ(scores.coverage.size(), levels.size());
  for (const auto& [level, covered] : scores.coverage)
    EXPECT_NEAR(covered.value, level, 4.0 * covered.std_error.value());
  EXPECT_NEAR(scores.crps.value, sd.mean() * std::numbers::inv_sqrtpi,
              4.0 * scores.crps.std_error.value());
  EXPECT_NEAR(scores.rmse.value, std::sqrt(sd.squaredNorm() / rows),
              4.0 * scores.rmse.std_error.value());
}

TEST(Scores, ErrorsAreThoseOfMeans) {
  const RowScores rows{.log_density = Vector{{1, 2, 3, 6}},
                       .error = Vector{{1, -1, 1, -1}},
                       .probability = Vector{{0.5, 0.01, 0.3, 0.99}},
                       .crps = Vector{{1, 1, 1, 1}}};
  const std::vector<double> levels = {0.5};
  const auto scores = summarise(rows, levels);
  EXPECT_DOUBLE_EQ(scores.log_likelihood.value, 3.0);
  EXPECT_DOUBLE_EQ(scores.log_likelihood.std_error.value(), std::sqrt(14.0 / 3.0 / 4.0));
  EXPECT_DOUBLE_EQ(scores.rmse.value, 1.0);
  EXPECT_DOUBLE_EQ(scores.rmse.std_error.value(), 0.0);
  EXPECT_DOUBLE_EQ(scores.coverage[0].covered.value, 0.5);
}

TEST(Scores, OneRowHasNoError) {
  const std::vector<double> levels = {0.5};
  const auto scores = summarise(one_row(0.0, 1.0, 0.0), levels);
  EXPECT_FALSE(scores.log_likelihood.std_error);
  EXPECT_FALSE(scores.rmse.std_error);
  EXPECT_EQ(scores.rmse.value, 0.0);
}

TEST(Scores, RefusesWhatCannotBeScored) {
  const std::vector<double> levels = {1.0};
  EXPECT_THROW(summarise(one_row(0.0, 1.0, 0.0), levels), UsageError);
  EXPECT_THROW(summarise({}, {}), UsageError);
  EXPECT_THROW(gaussian_scores(Vector(2), Vector(1), Vector(2)), UsageError);
}

}  // namespace
}  // namespace renyi::scores_test
