#include "renyi/models/poisson_mixture.hpp"

#include <gtest/gtest.h>

#include <boost/math/distributions/poisson.hpp>
#include <cmath>

#include "renyi/core/error.hpp"
#include "renyi/models/tilted_moments.hpp"

namespace renyi::poisson_mixture_test {
namespace {

TEST(PoissonMixture, WithoutVarianceIsAPoissonDistribution) {
  const PoissonMixture mixture(std::log(3.7), 0.0);
  const boost::math::poisson exact(3.7);
  EXPECT_NEAR(mixture.mean(), 3.7, 1e-14);
  EXPECT_NEAR(mixture.noise_sd(), std::sqrt(3.7), 1e-14);
  EXPECT_EQ(mixture.model_sd(), 0.0);
  for (double k = 0.0; k < 20.0; ++k)
    EXPECT_NEAR(mixture.cumulative(k), boost::math::cdf(exact, k), 1e-13);
  EXPECT_EQ(mixture.cumulative(-1.0), 0.0);
  EXPECT_EQ(mixture.quantile(0.5), 4.0);
  EXPECT_EQ(mixture.quantile(0.01), 0.0);
}

// Probabilities of counts add up to the distribution function.
TEST(PoissonMixture, IsTheSumOfItsProbabilities) {
  for (const double mean : {-2.0, 1.0, 4.0})
    for (const double variance : {0.01, 0.5, 2.0}) {
      const PoissonMixture mixture(mean, variance);
      double sum = 0.0;
      for (double k = 0.0; k < 30.0; ++k) {
        sum += std::exp(tilted_moments(RowLikelihood({GlmFamily::poisson}, k), 1.0, mean, variance)
                            .log_normaliser);
        EXPECT_NEAR(mixture.cumulative(k), sum, 1e-6) << mean << ' ' << variance << ' ' << k;
      }
    }
}

TEST(PoissonMixture, HasTheMomentsOfALogNormalRate) {
  const PoissonMixture mixture(1.0, 0.3);
  double mean = 0.0, square = 0.0;
  for (double k = 0.0; k < 500.0; ++k) {
    const double probability = mixture.cumulative(k) - mixture.cumulative(k - 1.0);
    mean += k * probability;
    square += k * k * probability;
  }
  EXPECT_NEAR(mean, mixture.mean(), 1e-6);
  EXPECT_NEAR(square - mean * mean,
              std::pow(mixture.noise_sd(), 2) + std::pow(mixture.model_sd(), 2), 1e-4);
}

TEST(PoissonMixture, QuantilesAreTheLeastCountsThatReachTheirLevel) {
  const PoissonMixture mixture(2.0, 0.5);
  for (const double level : {1e-9, 0.05, 0.5, 0.95, 1.0 - 1e-9}) {
    const double count = mixture.quantile(level);
    EXPECT_GE(mixture.cumulative(count), level);
    EXPECT_LT(mixture.cumulative(count - 1.0), level);
  }
}

// E|Y - y| - E|Y - Y'| / 2.
TEST(PoissonMixture, CrpsIsThatOfItsDefinition) {
  const PoissonMixture mixture(1.0, 0.2);
  const auto probability = [&](double k) {
    return mixture.cumulative(k) - mixture.cumulative(k - 1.0);
  };
  for (const double y : {0.0, 3.0, 12.0}) {
    double to_y = 0.0, to_other = 0.0;
    for (double k = 0.0; k < 60.0; ++k) {
      to_y += probability(k) * std::abs(k - y);
      for (double l = 0.0; l < 60.0; ++l)
        to_other += probability(k) * probability(l) * std::abs(k - l);
    }
    EXPECT_NEAR(mixture.crps(y), to_y - 0.5 * to_other, 1e-6) << y;
  }
  // Many counts: that of the normal distribution that it is close to, sd / sqrt(pi) (sqrt(2) - 1).
  const PoissonMixture wide(std::log(1e6), 0.0);
  EXPECT_NEAR(wide.crps(1e6) / (1e3 * (std::sqrt(2.0) - 1.0) / std::sqrt(std::acos(-1.0))), 1.0,
              0.01);
}

TEST(PoissonMixture, RefusesRatesBeyondTheDoubles) {
  EXPECT_THROW(PoissonMixture(800.0, 1.0), NumericalError);
}

}  // namespace
}  // namespace renyi::poisson_mixture_test
