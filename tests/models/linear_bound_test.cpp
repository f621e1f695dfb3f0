#include "renyi/models/linear_bound.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "renyi/bound/divergence.hpp"
#include "renyi/core/error.hpp"
#include "renyi/core/gradient_check.hpp"
#include "renyi/core/log_space.hpp"
#include "tests/models/regression_problem.hpp"

namespace renyi::linear_bound_test {
namespace {

using testing::noisy_regression;
using testing::normal_matrix;
using testing::number_between;

// A Gaussian near the posterior: `wider` times its sds, correlations halved, mean moved.
Gaussian near_posterior(const LinearRegression& model, double sigma, double wider, double shift) {
  const LinearPosterior posterior = model.posterior(sigma);
  Gaussian q = posterior.distribution();
  q.mean += shift * posterior.sd();
  const Matrix diagonal = q.covariance.diagonal().asDiagonal();
  q.covariance = wider * wider * (0.5 * q.covariance + 0.5 * diagonal);
  return q;
}

RC_GTEST_PROP(LinearBound, IsTheEvidenceAtThePosteriorAndAtOrderZero, ()) {
  const auto problem = testing::any_regression();
  const LinearRegression model = problem.model();
  const double evidence = model.log_evidence(problem.sigma).value;
  const Gaussian posterior = model.posterior(problem.sigma).distribution();
  RC_ASSERT(linear_bound(testing::any_alpha(), model, problem.sigma, posterior) == evidence);
  const Gaussian q = near_posterior(model, problem.sigma, 1.5, 0.3);
  RC_ASSERT(linear_bound(Alpha::iwae(), model, problem.sigma, q) == evidence);
}

// Theorem 1: log p(y) >= L_alpha for alpha > 0 and <= for alpha < 0, and L_alpha does not increase.
RC_GTEST_PROP(LinearBound, FallsWithTheOrder, ()) {
  const auto problem = testing::any_regression();
  const LinearRegression model = problem.model();
  const Gaussian q = near_posterior(model, problem.sigma, std::exp(*number_between(-0.5, 0.5)),
                                    *number_between(-1.0, 1.0));
  const Alpha one = testing::any_alpha(), other = testing::any_alpha();
  const double low = linear_bound(std::min(one, other), model, problem.sigma, q);
  const double high = linear_bound(std::max(one, other), model, problem.sigma, q);
  RC_ASSERT((low >= high || low - high > -1e-9 * (1.0 + std::abs(high))));
  RC_ASSERT(!std::isnan(low) && !std::isnan(high));
}

// q's mean, log sds and log sigma in one vector, with the correlations of q fixed.
TEST(LinearBound, HasItsGradient) {
  const LinearRegression model = noisy_regression(20, 3, 0.7, 1);
  const double sigma = 0.8;
  // Narrower than the posterior serves large orders, wider negative ones.
  const struct {
    double alpha, wider;
  } cases[] = {{-infinity, 2.0}, {-1e4, 2.0}, {-1.0, 1.5},    {-1e-9, 1.2}, {0.0, 0.7},
               {1e-9, 0.7},      {0.5, 0.7},  {0.5, 1.6},     {1.0, 0.8},   {1.0 + 1e-9, 0.8},
               {2.0, 0.6},       {1e4, 0.4},  {infinity, 0.4}};
  for (const auto& [alpha, wider] : cases)
    for (const double shift : {0.0, 0.4}) {
      const Gaussian q = near_posterior(model, sigma, wider, shift);
      const auto bound = [&, order = alpha](const Vector& x) {
        const Vector factor = x.segment(3, 3).array().exp();
        return linear_bound(Alpha(order), model, std::exp(x(6)),
                            {x.head(3), factor.asDiagonal() * q.covariance * factor.asDiagonal()});
      };
      Vector x = Vector::Zero(7);
      x.head(3) = q.mean;
      x(6) = std::log(sigma);
      const auto gradient = linear_bound_gradient(Alpha(alpha), model, sigma, q);
      Vector claimed(7);
      claimed << gradient.mean, gradient.log_sd, gradient.log_sigma;
      const auto check = check_gradient(bound, x, claimed);
      EXPECT_TRUE(check.passed) << "alpha = " << alpha << ", shift " << shift << ": "
                                << check.to_string();
    }
}

TEST(LinearBound, HasItsGradientInTheWholeCovariance) {
  const LinearRegression model = noisy_regression(20, 3, 0.7, 2);
  for (const double alpha : {-0.7, 0.0, 0.5, 1.0, 1.8}) {
    const Gaussian q = near_posterior(model, 0.8, alpha > 0.5 ? 0.7 : 1.4, 0.3);
    const auto gradient = linear_bound_gradient(Alpha(alpha), model, 0.8, q);
    // Along random symmetric changes of the covariance's own size.
    Vector claimed(5);
    std::vector<Matrix> changes;
    for (Index i = 0; i < 5; ++i) {
      const Matrix half = normal_matrix(3, 3, 3, static_cast<unsigned>(i));
      changes.push_back(0.1 * q.covariance.diagonal().minCoeff() * (half + half.transpose()));
      claimed(i) = gradient.covariance.cwiseProduct(changes.back()).sum();
    }
    const auto bound = [&](const Vector& x) {
      Gaussian moved = q;
      for (Index i = 0; i < 5; ++i) moved.covariance += x(i) * changes[static_cast<unsigned>(i)];
      return linear_bound(Alpha(alpha), model, 0.8, moved);
    };
    const auto check = check_gradient(bound, Vector::Zero(5), claimed);
    EXPECT_TRUE(check.passed) << alpha << ": " << check.to_string();
  }
}

TEST(LinearBound, IsInfiniteWhereTheDivergenceIs) {
  const LinearRegression model = noisy_regression(20, 3, 0.7, 3);
  const Gaussian wide = near_posterior(model, 0.8, 3.0, 0.0);
  const Gaussian narrow = near_posterior(model, 0.8, 0.2, 0.0);
  EXPECT_EQ(linear_bound(Alpha(10.0), model, 0.8, wide), -infinity);
  EXPECT_EQ(linear_bound(Alpha::vr_min(), model, 0.8, wide), -infinity);
  EXPECT_EQ(linear_bound(Alpha(-10.0), model, 0.8, narrow), infinity);
  EXPECT_EQ(linear_bound(Alpha::vr_max(), model, 0.8, narrow), infinity);
  EXPECT_THROW(linear_bound_gradient(Alpha(10.0), model, 0.8, wide), NumericalError);
  EXPECT_THROW(linear_bound_gradient(Alpha::vr_max(), model, 0.8, narrow), NumericalError);
}

TEST(LinearBound, RefusesOtherDimensions) {
  const LinearRegression model = noisy_regression(20, 3, 0.7, 4);
  const Gaussian q{Vector::Zero(2), Matrix::Identity(2, 2)};
  EXPECT_THROW(linear_bound(Alpha(0.5), model, 1.0, q), UsageError);
  EXPECT_THROW(linear_bound_gradient(Alpha(0.5), model, 1.0, q), UsageError);
}

}  // namespace
}  // namespace renyi::linear_bound_test
