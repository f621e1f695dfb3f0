#include "renyi/models/linear_draws.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>
#include <numbers>

#include "renyi/bound/estimate.hpp"
#include "renyi/core/error.hpp"
#include "renyi/models/linear_bound.hpp"
#include "renyi/models/linear_mean_field.hpp"
#include "tests/models/regression_problem.hpp"

namespace renyi::linear_draws_test {
namespace {

const Stream stream{.seed = 5, .purpose = Purpose::draws, .step = 0};

// By Bayes' rule log w is log p(y), whatever the draw, when q is the posterior.
RC_GTEST_PROP(LinearDraws, FromThePosteriorHaveTheEvidenceAsLogWeight, ()) {
  const auto problem = testing::any_regression();
  const LinearRegression model = problem.model();
  const double evidence = model.log_evidence(problem.sigma).value;
  const Matrix log_weights = linear_log_weights(
      model, problem.sigma, model.posterior(problem.sigma).distribution(), stream, 10, 2);
  RC_ASSERT((log_weights.array() - evidence).abs().maxCoeff() < 1e-9 * (1.0 + std::abs(evidence)));
}

TEST(LinearDraws, HaveTheMeanAndCovarianceOfQ) {
  const Gaussian q{Vector{{1.0, -2.0}}, Matrix{{2.0, 0.6}, {0.6, 1.0}}};
  constexpr Index draws = 100000;
  const Matrix theta = draw_coefficients(q, testing::normal_matrix(2, draws, 1));
  const Vector mean = theta.rowwise().mean();
  const Matrix centred = theta.colwise() - mean;
  const Matrix covariance = centred * centred.transpose() / static_cast<double>(draws);
  // Three standard errors: sqrt(2 / K) for the mean, about 2 sqrt(2 / K) for the covariance.
  const double error = std::sqrt(2.0 / static_cast<double>(draws));
  EXPECT_LT((mean - q.mean).cwiseAbs().maxCoeff(), 3.0 * error);
  EXPECT_LT((covariance - q.covariance).cwiseAbs().maxCoeff(), 6.0 * error);
}

TEST(LinearDraws, DoNotDependOnHowManyAreAskedFor) {
  const LinearRegression model = testing::noisy_regression(20, 3, 0.5, 1);
  const Gaussian q{Vector::Zero(3), 0.1 * Matrix::Identity(3, 3)};
  const Matrix few = linear_log_weights(model, 0.7, q, stream, 4, 2);
  const Matrix many = linear_log_weights(model, 0.7, q, stream, 9, 3);
  EXPECT_TRUE(few.isApprox(many.topLeftCorner(4, 2), 1e-14));
  EXPECT_NE(many(0, 0), many(0, 1));
}

// eq. (5) tends to eq. (4).
TEST(LinearDraws, MonteCarloBoundsOfAFittedQConvergeToTheExactOne) {
  const LinearRegression model = testing::noisy_regression(40, 3, 0.5, 7);
  const double sigma = 0.5;
  for (const double alpha : {-1.0, 0.0, 0.5, 1.0, 2.0}) {
    const Gaussian q = full(fit_mean_field(Alpha(alpha), model, sigma).q);
    const double exact = linear_bound(Alpha(alpha), model, sigma, q);
    // Standard errors mean something where w^(1-alpha) has a variance: at order 2 alpha - 1.
    ASSERT_TRUE(std::isfinite(linear_bound(Alpha(2.0 * alpha - 1.0), model, sigma, q))) << alpha;
    for (const Index draws : {1000, 30000, 1000000}) {
      const Estimate found =
          estimate_bound(Alpha(alpha), linear_log_weights(model, sigma, q, stream, draws));
      EXPECT_LT(std::abs(found.value - exact), 3.0 * found.monte_carlo_error.value())
          << "alpha = " << alpha << ", K = " << draws;
      EXPECT_LT(found.monte_carlo_error.value(), 4.0 / std::sqrt(static_cast<double>(draws)));
    }
  }
}

TEST(LinearDraws, RefuseWhatHasNoMeaning) {
  const LinearRegression model = testing::noisy_regression(20, 3, 0.5, 1);
  const Gaussian q{Vector::Zero(2), Matrix::Identity(2, 2)};
  EXPECT_THROW(linear_log_weights(model, 1.0, q, stream, 3), UsageError);
  const Gaussian right{Vector::Zero(3), Matrix::Identity(3, 3)};
  EXPECT_THROW(linear_log_weights(model, 0.0, right, stream, 3), UsageError);
}

}  // namespace
}  // namespace renyi::linear_draws_test
