#include "renyi/models/tilted_moments.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <vector>

#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"
#include "tests/support/generators.hpp"

namespace renyi::tilted_moments_test {
namespace {

using testing::number_between;

constexpr GlmFamily curved[] = {GlmFamily::logistic, GlmFamily::probit, GlmFamily::poisson};

struct Moments {
  double log_normaliser, mean, variance;
};

// By the trapezoidal rule, whose error falls exponentially for these functions, on a grid that is
// fine against both the Gaussian and the likelihood's scale of 1.
Moments by_trapezes(const RowLikelihood& row, double beta, double mean, double variance) {
  const double sd = std::sqrt(variance);
  const auto log_at = [&](double f) {
    return beta * row.at(f).value - 0.5 * (f - mean) * (f - mean) / variance;
  };
  // The largest value, by a search over a coarse grid that reaches beyond the tilted mode.
  const double slope = row.at(mean).first;
  double low = std::min(mean, mean + variance * beta * slope) - 10.0 * sd;
  double high = std::max(mean, mean + variance * beta * slope) + 10.0 * sd;
  double best = mean;
  for (int zoom = 0; zoom < 20; ++zoom) {
    const double step = (high - low) / 100.0;
    const double start = low;
    for (int i = 0; i <= 100; ++i)
      if (log_at(start + i * step) > log_at(best)) best = start + i * step;
    low = best - 2.0 * step;
    high = best + 2.0 * step;
  }
  const double width = 1.0 / std::sqrt(1.0 / variance - beta * row.at(best).second);
  const double step = std::min({width, 1.0, sd}) / 12.0;
  double sum = 0.0, first = 0.0, second = 0.0;
  for (const double direction : {-1.0, 1.0})
    for (std::int64_t i = direction > 0.0 ? 0 : 1;; ++i) {
      const double distance = direction * static_cast<double>(i) * step;
      const double weight = std::exp(log_at(best + distance) - log_at(best));
      sum += weight;
      first += weight * distance;
      second += weight * distance * distance;
      if (weight < 1e-19) break;
    }
  const double shift = first / sum;
  return {log_at(best) + std::log(sum * step) - 0.5 * std::log(2.0 * std::acos(-1.0) * variance),
          best + shift, second / sum - shift * shift};
}

void expect_moments(const RowLikelihood& row, double beta, double mean, double variance,
                    double precision) {
  const Tilted tilted = tilted_moments(row, beta, mean, variance);
  const Moments exact = by_trapezes(row, beta, mean, variance);
  const double sd = std::sqrt(exact.variance);
  const std::string where = std::string(to_string(row.family())) + " target " +
                            std::to_string(row.target()) + " beta " + std::to_string(beta) +
                            " mean " + std::to_string(mean) + " variance " +
                            std::to_string(variance);
  EXPECT_NEAR(beta * tilted.log_normaliser, exact.log_normaliser,
              precision * std::max(1.0, std::abs(exact.log_normaliser)))
      << where;
  EXPECT_NEAR((tilted.mean(beta, mean, variance) - exact.mean) / sd, 0.0,
              precision * (1.0 + 1e-3 * std::abs(mean) / sd))
      << where;
  EXPECT_NEAR(tilted.variance(variance) / exact.variance, 1.0, precision) << where;
}

TEST(TiltedMoments, AreExactWhereverTheCavityAndTheTargetStand) {
  for (const GlmFamily family : curved)
    for (const double target : {0.0, 1.0, 40.0}) {
      if (has_two_classes(family) && target > 1.0) continue;
      const RowLikelihood row({family}, target);
      for (const double beta : {1e-3, 0.3, 1.0, 30.0})
        for (const double mean : {-12.0, -3.0, 0.0, 0.7, 4.0})
          for (const double sd : {0.001, 0.05, 0.099, 0.101, 0.249, 0.251, 0.8, 2.0, 10.0})
            expect_moments(row, beta, mean, sd * sd, 2e-12);
    }
}

TEST(TiltedMoments, SlopeAndCurvatureAreDerivativesOfTheNormaliser) {
  for (const GlmFamily family : curved)
    for (const double beta : {0.0, 0.5, 1.0, 20.0})
      for (const double variance : {1e-4, 0.04, 1.0, 25.0}) {
        const RowLikelihood row({family}, 1.0);
        const double mean = 0.4, h = 1e-4 * std::sqrt(variance);
        const Tilted low = tilted_moments(row, beta, mean - h, variance),
                     at = tilted_moments(row, beta, mean, variance),
                     high = tilted_moments(row, beta, mean + h, variance);
        EXPECT_NEAR(at.slope, (high.log_normaliser - low.log_normaliser) / (2.0 * h),
                    1e-6 * std::max(1.0, std::abs(at.slope)))
            << to_string(family) << ' ' << beta << ' ' << variance;
        EXPECT_NEAR(at.curvature, -(high.slope - low.slope) / (2.0 * h),
                    1e-5 * std::max(1.0, at.curvature))
            << to_string(family) << ' ' << beta << ' ' << variance;
      }
}

// Rasmussen and Williams, eq. (3.82) and (3.85) to (3.87).
RC_GTEST_PROP(TiltedMoments, OfProbitAreItsClosedFormAtBetaOne, ()) {
  const double target = *rc::gen::element(0.0, 1.0), sign = 2.0 * target - 1.0;
  const double mean = *number_between(-20.0, 20.0);
  const double variance = std::pow(10.0, *number_between(-6.0, 4.0));
  const Tilted tilted =
      tilted_moments(RowLikelihood({GlmFamily::probit}, target), 1.0, mean, variance);
  const double root = std::sqrt(1.0 + variance);
  const LikelihoodAt z = log_normal_probability(sign * mean / root);
  RC_ASSERT(std::abs(tilted.log_normaliser - z.value) < 1e-11 * std::max(1.0, -z.value));
  RC_ASSERT(std::abs(tilted.slope - sign * z.first / root) < 1e-10 * std::max(1.0, z.first / root));
  RC_ASSERT(std::abs(tilted.curvature + z.second / (1.0 + variance)) < 1e-10);
}

RC_GTEST_PROP(TiltedMoments, OfAGaussianAreConjugate, ()) {
  const double sigma = *number_between(0.1, 3.0), target = *number_between(-5.0, 5.0);
  const double beta = *number_between(0.01, 50.0), mean = *number_between(-5.0, 5.0);
  const double variance = *number_between(0.01, 10.0);
  const Tilted tilted =
      tilted_moments(RowLikelihood({GlmFamily::gaussian, sigma}, target), beta, mean, variance);
  const double precision = 1.0 / variance + beta / (sigma * sigma);
  RC_ASSERT(std::abs(tilted.variance(variance) * precision - 1.0) < 1e-9);
  const double expected = (mean / variance + beta * target / (sigma * sigma)) / precision;
  RC_ASSERT(std::abs(tilted.mean(beta, mean, variance) - expected) < 1e-9);
  const PredictorSite site = site_of(tilted, mean);
  RC_ASSERT(std::abs(site.precision * sigma * sigma - 1.0) < 1e-9);
  RC_ASSERT(std::abs(site.shift * sigma * sigma - target) < 1e-8);
  // N(target; mean, sigma^2 + variance) at beta = 1.
  const Tilted one =
      tilted_moments(RowLikelihood({GlmFamily::gaussian, sigma}, target), 1.0, mean, variance);
  const double total = sigma * sigma + variance, error = target - mean;
  RC_ASSERT(std::abs(one.log_normaliser + 0.5 * std::log(2.0 * std::acos(-1.0) * total) +
                     0.5 * error * error / total) < 1e-10 * (1.0 + error * error / total));
}

TEST(TiltedMoments, AreExpectationsUnderTheCavityAsBetaGoesToZero) {
  for (const GlmFamily family : curved)
    for (const double variance : {1e-4, 0.1, 1.0}) {
      const RowLikelihood row({family}, 1.0);
      const Tilted limit = tilted_moments(row, 0.0, 0.3, variance);
      for (const double beta : {1e-12, 1e-7, 2e-6}) {
        const Tilted near = tilted_moments(row, beta, 0.3, variance);
        // Third cumulants of log p and its derivatives are below a thousand here.
        const double bound = 1e-9 + 1e3 * beta;
        EXPECT_NEAR(near.log_normaliser, limit.log_normaliser, bound) << to_string(family);
        EXPECT_NEAR(near.slope, limit.slope, bound) << to_string(family);
        EXPECT_NEAR(near.curvature, limit.curvature, bound) << to_string(family);
      }
    }
  // E[log p] of a Poisson target is known: y m - e^(m + v / 2) - log y!.
  const Tilted poisson = tilted_moments(RowLikelihood({GlmFamily::poisson}, 3.0), 0.0, 0.5, 4.0);
  EXPECT_NEAR(poisson.log_normaliser, 1.5 - std::exp(2.5) - std::log(6.0), 1e-11);
  EXPECT_NEAR(poisson.slope, 3.0 - std::exp(2.5), 1e-11);
  EXPECT_NEAR(poisson.curvature, std::exp(2.5), 1e-11);
}

TEST(TiltedMoments, AreFiniteWhereTheLikelihoodIsFarAway) {
  for (const GlmFamily family : curved)
    for (const double mean : {-1e5, -50.0, 50.0, 600.0})
      for (const double variance : {1e-8, 1.0, 1e4}) {
        const Tilted tilted = tilted_moments(RowLikelihood({family}, 1.0), 1.0, mean, variance);
        EXPECT_GT(tilted.share, 0.0) << to_string(family) << ' ' << mean;
        EXPECT_LE(tilted.share, 1.0) << to_string(family) << ' ' << mean;
      }
  EXPECT_THROW(tilted_moments(RowLikelihood({GlmFamily::logistic}, 1.0), 1.0, 0.0, -1.0),
               NumericalError);
  EXPECT_THROW(tilted_moments(RowLikelihood({GlmFamily::logistic}, 1.0), 1.0, infinity, 1.0),
               NumericalError);
}

// A site that is the likelihood itself has its normaliser, but for the likelihood's constant.
RC_GTEST_PROP(PredictorSite, NormaliserIsThatOfAGaussianLikelihood, ()) {
  const double sigma = *number_between(0.1, 3.0), target = *number_between(-5.0, 5.0);
  const double beta = *rc::gen::element(0.0, 1e-9, 0.5, 1.0, 40.0);
  const double mean = *number_between(-5.0, 5.0), variance = *number_between(0.01, 10.0);
  const RowLikelihood row({GlmFamily::gaussian, sigma}, target);
  const PredictorSite site{row.precision(), row.precision() * target};
  const double expected = tilted_moments(row, beta, mean, variance).log_normaliser -
                          row.at(target).value + 0.5 * row.precision() * target * target;
  const double value = log_normaliser_of(site, beta, mean, variance);
  RC_ASSERT(std::abs(value - expected) < 1e-9 * std::max(1.0, row.precision() * 100.0));
}

}  // namespace
}  // namespace renyi::tilted_moments_test
