#include "renyi/models/linear_noise.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"
#include "renyi/models/linear_mean_field.hpp"
#include "tests/models/regression_problem.hpp"

namespace renyi::linear_noise_test {
namespace {

using testing::noisy_regression;
using testing::normal_matrix;

RC_GTEST_PROP(LinearNoise, MaximisesTheEvidence, ()) {
  const auto problem = testing::any_regression();
  const LinearRegression model = problem.model();
  const SigmaOptimum best = maximum_likelihood_sigma(model);
  RC_ASSERT(std::isfinite(best.sigma) && best.sigma > 0.0);
  // Only what can be fitted exactly lets sigma go to 0.
  RC_ASSERT((!best.at_zero || model.noise_norm() == 0.0));
  for (int i = -60; i <= 60; ++i) {
    const double other = best.sigma * std::exp(0.1 * i);
    if (best.at_zero && i < 0) continue;
    RC_ASSERT(model.log_evidence(other).value <= best.value + 1e-10 * (1.0 + std::abs(best.value)));
  }
}

TEST(LinearNoise, IsTheNoiseOfManyRows) {
  // Its standard error is sigma / sqrt(2 n).
  const SigmaOptimum best = maximum_likelihood_sigma(noisy_regression(20000, 3, 0.5, 1));
  EXPECT_FALSE(best.at_zero);
  EXPECT_NEAR(best.sigma, 0.5, 3.0 * 0.5 / std::sqrt(40000.0));
}

TEST(LinearNoise, ByTheBoundOfOrderZeroIsTheExactOne) {
  const LinearRegression model = noisy_regression(12, 4, 0.5, 2);
  EXPECT_NEAR(mean_field_sigma(Alpha::iwae(), model).sigma, maximum_likelihood_sigma(model).sigma,
              1e-10);
}

TEST(LinearNoise, MaximisesTheBoundOfEveryOrder) {
  for (const double alpha : {-infinity, -3.0, 0.5, 1.0, 4.0, infinity})
    for (const std::uint64_t seed : {3, 4}) {
      const LinearRegression model = noisy_regression(8, 3, 0.5, seed);
      const SigmaOptimum best = mean_field_sigma(Alpha(alpha), model);
      EXPECT_FALSE(best.at_zero);
      for (const double factor : {0.3, 0.7, 0.99, 1.01, 1.4, 3.0})
        EXPECT_LT(fit_mean_field(Alpha(alpha), model, factor * best.sigma).bound, best.value)
            << alpha;
      const LinearMeanField there = fit_mean_field(Alpha(alpha), model, best.sigma);
      EXPECT_NEAR(there.bound, best.value, 1e-12);
      EXPECT_NEAR(there.log_sigma_slope, 0.0, 1e-5);
    }
}

// Figure 1(b): the bound prefers the sigma at which the posterior is easier to approximate. For
// these correlated features that is a larger one, the more so the larger alpha is, and for
// alpha < 0, where the error is on the other side, a smaller one.
TEST(LinearNoise, IsBiasedInTheOrderOfAlpha) {
  Matrix features = normal_matrix(6, 2, 5);
  features.col(1) = -features.col(0) + 0.3 * features.col(1);
  const LinearRegression model(features, normal_matrix(6, 1, 6));
  double previous = 0.0;
  for (const double alpha : {-infinity, -2.0, 0.0, 0.5, 1.0, 3.0, infinity}) {
    const double sigma = mean_field_sigma(Alpha(alpha), model).sigma;
    EXPECT_GT(sigma, previous) << alpha;
    previous = sigma;
  }
}

TEST(LinearNoise, GoesToZeroWhereTheDataAreFittedExactly) {
  const Matrix features = normal_matrix(30, 3, 7);
  const LinearRegression exact(features, features * Vector{{1.0, -2.0, 0.5}});
  EXPECT_TRUE(maximum_likelihood_sigma(exact).at_zero);
  const LinearRegression nothing(features, Vector::Zero(30));
  EXPECT_TRUE(maximum_likelihood_sigma(nothing).at_zero);
  // The published Figure 1(b) has such data.
  const LinearRegression published(Matrix{{1.0, -1.0}, {-1.0, 1.0}}, Vector::Zero(2));
  EXPECT_TRUE(maximum_likelihood_sigma(published).at_zero);
  const LinearRegression blank(Matrix::Zero(4, 2), Vector::Zero(4));
  for (const double alpha : {-infinity, -1.0, 0.0, 0.5, 1.0, 2.0, infinity}) {
    EXPECT_TRUE(mean_field_sigma(Alpha(alpha), exact).at_zero) << alpha;
    EXPECT_TRUE(mean_field_sigma(Alpha(alpha), blank).at_zero) << alpha;
  }
}

TEST(LinearNoise, OfFeaturesThatSayNothingIsTheSizeOfTheTargets) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Vector targets = normal_matrix(3, 1, seed);
    const LinearRegression model(Matrix::Zero(3, 1), targets);
    const double size = targets.norm() / std::sqrt(3.0);
    EXPECT_NEAR(maximum_likelihood_sigma(model).sigma / size, 1.0, 1e-12);
    EXPECT_NEAR(mean_field_sigma(Alpha(0.5), model).sigma / size, 1.0, 1e-12);
  }
}

TEST(LinearNoise, OfOneRowIsWhatThePriorCannotExplain) {
  // y ~ N(0, 4 + sigma^2): the variance is y^2 where that is more than 4.
  const auto one_row = [](double y) {
    return LinearRegression(Matrix::Constant(1, 1, 2.0), Vector::Constant(1, y));
  };
  EXPECT_NEAR(maximum_likelihood_sigma(one_row(3.0)).sigma, std::sqrt(5.0), 1e-12);
  EXPECT_TRUE(maximum_likelihood_sigma(one_row(1.0)).at_zero);
  EXPECT_NEAR(mean_field_sigma(Alpha(2.0), one_row(3.0)).sigma, std::sqrt(5.0), 1e-10);
  EXPECT_TRUE(mean_field_sigma(Alpha(2.0), one_row(1.0)).at_zero);
}

TEST(LinearNoise, OfMoreFeaturesThanRowsAndRepeatedColumnsIsFound) {
  Matrix features = normal_matrix(5, 8, 9);
  features.col(7) = features.col(6);
  const LinearRegression model(features, 4.0 * normal_matrix(5, 1, 10));
  for (const double alpha : {-infinity, -1.0, 0.0, 0.5, 1.0, 2.0, infinity}) {
    const SigmaOptimum best = mean_field_sigma(Alpha(alpha), model);
    EXPECT_TRUE(std::isfinite(best.sigma) && std::isfinite(best.value)) << alpha;
  }
}

TEST(LinearNoise, NeedsRows) {
  const LinearRegression empty(RegressionStatistics(2), CoefficientPrior::standard(2));
  EXPECT_THROW(maximum_likelihood_sigma(empty), UsageError);
  EXPECT_THROW(mean_field_sigma(Alpha::vi(), empty), UsageError);
}

}  // namespace
}  // namespace renyi::linear_noise_test
