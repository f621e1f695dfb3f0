#include "renyi/models/linear_regression.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <cmath>
#include <limits>
#include <numbers>

#include "renyi/core/error.hpp"
#include "renyi/core/gradient_check.hpp"
#include "tests/models/regression_problem.hpp"

namespace renyi::linear_regression_test {
namespace {

using testing::normal_matrix;
using testing::RegressionProblem;

double log_normal(const Vector& x, const Vector& mean, const Matrix& covariance) {
  const Eigen::LLT<Matrix> cholesky(covariance);
  return -0.5 * (x - mean).dot(cholesky.solve(x - mean)) -
         Matrix(cholesky.matrixL()).diagonal().array().log().sum() -
         0.5 * static_cast<double>(x.size()) * std::log(2.0 * std::numbers::pi);
}

RC_GTEST_PROP(LinearRegression, HasThePosteriorOfAppendixB, ()) {
  const RegressionProblem problem = testing::any_regression();
  const LinearPosterior posterior = problem.model().posterior(problem.sigma);
  const double s2 = problem.sigma * problem.sigma;
  const Matrix precision =
      problem.prior.precision + problem.features.transpose() * problem.features / s2;
  const Vector right = problem.prior.precision * problem.prior.mean +
                       problem.features.transpose() * problem.targets / s2;
  RC_ASSERT((posterior.precision - precision).norm() <= 1e-13 * precision.norm());
  RC_ASSERT((precision * posterior.mean - right).norm() <=
            1e-12 * (precision.norm() + right.norm()));
  RC_ASSERT(
      (precision * posterior.covariance - Matrix::Identity(right.size(), right.size())).norm() <=
      1e-11);
}

// y is Gaussian itself: N(X mean, X Lambda0^-1 X' + sigma^2 I).
RC_GTEST_PROP(LinearRegression, HasTheEvidenceOfTheTargetsDistribution, ()) {
  const RegressionProblem problem = testing::any_regression();
  const Index n = problem.targets.size();
  const Matrix covariance =
      problem.features * problem.prior.precision.llt().solve(problem.features.transpose()) +
      problem.sigma * problem.sigma * Matrix::Identity(n, n);
  const double expected =
      log_normal(problem.targets, problem.features * problem.prior.mean, covariance);
  const double found = problem.model().log_evidence(problem.sigma).value;
  RC_ASSERT(std::abs(found - expected) <= 1e-10 * (1.0 + std::abs(expected)));
}

// Bayes' rule: p(y) p(theta | y) = p(y | theta) p(theta) whatever theta is.
RC_GTEST_PROP(LinearRegression, SatisfiesBayesRule, ()) {
  const RegressionProblem problem = testing::any_regression();
  const LinearRegression model = problem.model();
  const Index n = problem.targets.size();
  const Vector theta = normal_matrix(problem.prior.mean.size(), 1, 9);
  const LinearPosterior posterior = model.posterior(problem.sigma);
  const double joint =
      log_normal(problem.targets, problem.features * theta,
                 problem.sigma * problem.sigma * Matrix::Identity(n, n)) +
      log_normal(theta, problem.prior.mean,
                 problem.prior.precision.llt().solve(Matrix::Identity(theta.size(), theta.size())));
  const double other = model.log_evidence(problem.sigma).value +
                       log_normal(theta, posterior.mean, posterior.covariance);
  RC_ASSERT(std::abs(joint - other) <= 1e-10 * (1.0 + std::abs(joint)));
}

RC_GTEST_PROP(LinearRegression, HasTheSlopeOfItsEvidence, ()) {
  const RegressionProblem problem = testing::any_regression();
  const LinearRegression model = problem.model();
  const auto value = [&](const Vector& x) { return model.log_evidence(std::exp(x(0))).value; };
  const Vector slope = Vector::Constant(1, model.log_evidence(problem.sigma).log_sigma_slope);
  const auto check = check_gradient(value, Vector::Constant(1, std::log(problem.sigma)), slope);
  RC_ASSERT(check.passed);
}

// The predictive density of one more row is the ratio of the evidences with and without it.
RC_GTEST_PROP(LinearRegression, PredictsByTheRatioOfEvidences, ()) {
  const RegressionProblem problem = testing::any_regression();
  const LinearRegression model = problem.model();
  const Vector row = normal_matrix(problem.prior.mean.size(), 1, 10);
  const LinearPrediction prediction = model.predict(problem.sigma, row.transpose());
  const Vector target = Vector::Constant(1, 0.7);
  RegressionStatistics more = model.statistics();
  more.add(row.transpose(), target);
  const double ratio = LinearRegression(more, problem.prior).log_evidence(problem.sigma).value -
                       model.log_evidence(problem.sigma).value;
  const double variance = prediction.sd()(0) * prediction.sd()(0);
  const double density = log_normal(target, prediction.mean, Matrix::Constant(1, 1, variance));
  RC_ASSERT(std::abs(density - ratio) <= 1e-9 * (1.0 + std::abs(ratio)));
  RC_ASSERT(prediction.noise_sd == problem.sigma);
}

TEST(LinearRegression, SharesTheWeightOfRepeatedColumns) {
  const Matrix once = normal_matrix(20, 1, 3);
  Matrix twice(20, 2);
  twice << once, once;
  const LinearRegression model(twice, 2.0 * once.col(0));
  const LinearPosterior posterior = model.posterior(0.1);
  EXPECT_EQ(model.rank(), 1);
  EXPECT_NEAR(posterior.mean(0), posterior.mean(1), 1e-12);
  EXPECT_NEAR(posterior.mean.sum(), 2.0, 0.01);
  // What the data say nothing about is as wide as the prior.
  EXPECT_NEAR(posterior.covariance(0, 0) - posterior.covariance(0, 1), 1.0, 1e-9);
}

TEST(LinearRegression, TellsDataThatAreFittedExactly) {
  const Matrix features = normal_matrix(30, 4, 4);
  const Vector theta{{1e6, -2.0, 1e-6, 3.0}};
  EXPECT_EQ(LinearRegression(features, features * theta).noise_norm(), 0.0);
  EXPECT_EQ(LinearRegression(features.topRows(3), normal_matrix(3, 1, 5)).noise_norm(), 0.0);
  EXPECT_EQ(LinearRegression(features, Vector::Zero(30)).noise_norm(), 0.0);
  // Noise that sums of squares could not tell from rounding.
  const Vector noise = 1e-6 * normal_matrix(30, 1, 6);
  const Vector fitted = features * features.householderQr().solve(noise);
  EXPECT_NEAR(LinearRegression(features, features * theta + noise).noise_norm(),
              (noise - fitted).norm(), 1e-9);
}

TEST(LinearRegression, OfOneRowIsRight) {
  const LinearRegression model(Matrix::Constant(1, 1, 2.0), Vector::Constant(1, 3.0));
  const LinearPosterior posterior = model.posterior(1.0);
  EXPECT_NEAR(posterior.mean(0), 6.0 / 5.0, 1e-15);
  EXPECT_NEAR(posterior.sd()(0), 1.0 / std::sqrt(5.0), 1e-15);
  EXPECT_NEAR(model.log_evidence(1.0).value,
              -0.5 * (std::log(2.0 * std::numbers::pi * 5.0) + 9.0 / 5.0), 1e-14);
}

TEST(LinearRegression, OfNoRowsIsThePrior) {
  const LinearRegression model(RegressionStatistics(3), CoefficientPrior::standard(3));
  EXPECT_EQ(model.log_evidence(0.3).value, 0.0);
  EXPECT_EQ(model.posterior(0.3).covariance, Matrix::Identity(3, 3));
}

TEST(LinearRegression, RefusesWhatHasNoMeaning) {
  const Matrix features = normal_matrix(5, 2, 7);
  const Vector targets = normal_matrix(5, 1, 8);
  const LinearRegression model(features, targets);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double sigma : {0.0, -1.0, nan, std::numeric_limits<double>::infinity()}) {
    EXPECT_THROW(model.posterior(sigma), UsageError);
    EXPECT_THROW(model.log_evidence(sigma), UsageError);
  }
  EXPECT_THROW(model.predict(1.0, Matrix::Ones(1, 3)), UsageError);
  EXPECT_THROW(LinearRegression(Matrix(5, 0), targets), UsageError);
  const RegressionStatistics statistics(features, targets);
  EXPECT_THROW(LinearRegression(statistics, CoefficientPrior::standard(3)), UsageError);
  EXPECT_THROW(LinearRegression(statistics, {Vector::Zero(2), -Matrix::Identity(2, 2)}),
               UsageError);
  EXPECT_THROW(model.posterior(1e-200), NumericalError);
}

}  // namespace
}  // namespace renyi::linear_regression_test
