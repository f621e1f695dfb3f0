#include "renyi/models/linear_mean_field.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "renyi/core/gradient_check.hpp"
#include "renyi/core/log_space.hpp"
#include "renyi/models/linear_bound.hpp"
#include "tests/models/regression_problem.hpp"

namespace renyi::linear_mean_field_test {
namespace {

using testing::number_between;

// X = [[1, -1], [-1, 1]], y = 0, sigma = 1.
TEST(LinearMeanField, DrawsFigure1a) {
  const LinearRegression model(Matrix{{1.0, -1.0}, {-1.0, 1.0}}, Vector::Zero(2));
  const std::pair<double, double> figure[] = {
      {-infinity, 1.0}, {0.0, 5.0 / 3.0}, {0.5, std::sqrt(5.0)}, {1.0, 3.0}, {infinity, 5.0}};
  for (const auto& [alpha, lambda] : figure) {
    const LinearMeanField fit = fit_mean_field(Alpha(alpha), model, 1.0);
    EXPECT_EQ(fit.q.mean, Vector::Zero(2));
    for (const double sd : fit.sd()) EXPECT_NEAR(sd, 1.0 / std::sqrt(lambda), 1e-11) << alpha;
  }
}

// Theorem 1's sandwich with the best q of each order, and better than any other factorised q.
RC_GTEST_PROP(LinearMeanField, IsTheBestBoundOfItsSide, ()) {
  const auto problem = testing::any_regression();
  const LinearRegression model = problem.model();
  const Alpha alpha = testing::any_alpha();
  const double evidence = model.log_evidence(problem.sigma).value;
  const LinearMeanField fit = fit_mean_field(alpha, model, problem.sigma);
  const double sign = alpha.value() > 0.0 ? 1.0 : -1.0;
  const double rounding = 1e-9 * (1.0 + std::abs(evidence));
  RC_ASSERT(std::isfinite(fit.bound));
  RC_ASSERT(sign * (evidence - fit.bound) >= -rounding);
  DiagonalGaussian other = fit.q;
  const double size = std::pow(10.0, *number_between(-4.0, 0.0));
  for (Index i = 0; i < other.mean.size(); ++i) {
    other.variance(i) *= std::exp(size * *number_between(-1.0, 1.0));
    other.mean(i) += size * *number_between(-1.0, 1.0) * std::sqrt(other.variance(i));
  }
  const double bound = linear_bound(alpha, model, problem.sigma, full(other));
  RC_ASSERT((alpha.value() == 0.0 || sign * (fit.bound - bound) >= -rounding));
}

// The envelope theorem, also at ±inf where the optimum is on the edge of what is legal.
TEST(LinearMeanField, HasTheSlopeOfItsBoundInSigma) {
  const LinearRegression model = testing::noisy_regression(15, 4, 0.5, 1);
  for (const double alpha : {-infinity, -50.0, -1.0, 0.0, 0.3, 1.0, 1.7, 40.0, infinity})
    for (const double sigma : {0.2, 0.6, 3.0}) {
      const auto bound = [&](const Vector& x) {
        return fit_mean_field(Alpha(alpha), model, std::exp(x(0))).bound;
      };
      const Vector slope =
          Vector::Constant(1, fit_mean_field(Alpha(alpha), model, sigma).log_sigma_slope);
      const auto check = check_gradient(bound, Vector::Constant(1, std::log(sigma)), slope);
      EXPECT_TRUE(check.passed) << "alpha = " << alpha << ", sigma = " << sigma << ": "
                                << check.to_string();
    }
}

// At finite orders the optimum is where the gradient of the bound vanishes.
RC_GTEST_PROP(LinearMeanField, IsStationaryInTheBoundsGradient, ()) {
  const auto problem = testing::any_regression();
  const LinearRegression model = problem.model();
  const Alpha alpha(*number_between(-20.0, 20.0));
  const LinearMeanField fit = fit_mean_field(alpha, model, problem.sigma);
  const auto gradient = linear_bound_gradient(alpha, model, problem.sigma, full(fit.q));
  RC_ASSERT(gradient.mean.norm() == 0.0);
  RC_ASSERT(gradient.log_sd.cwiseAbs().maxCoeff() < 1e-8);
  RC_ASSERT(std::abs(gradient.log_sigma - fit.log_sigma_slope) <=
            1e-8 * (1.0 + std::abs(fit.log_sigma_slope)));
}

}  // namespace
}  // namespace renyi::linear_mean_field_test
