#include "renyi/inference/expectation_propagation.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "renyi/core/error.hpp"
#include "renyi/models/linear_regression.hpp"
#include "tests/support/glm_corrections.hpp"
#include "tests/support/glm_problems.hpp"

namespace renyi::expectation_propagation_test {
namespace {

using testing::grid_posterior;
using testing::random_problem;

const Vector theta{{0.3, 1.0, -0.5}};

TEST(ExpectationPropagation, IsExactForGaussianNoiseAtEveryPower) {
  const GlmProblem problem = random_problem({GlmFamily::gaussian, 0.7}, 30, theta, 1);
  const LinearRegression linear(problem.design.transpose(), problem.targets);
  const LinearPosterior exact = linear.posterior(0.7);
  for (const double beta : {0.0, 0.3, 1.0, 2.0}) {
    const LocalFit fit = fit_ep(problem, {.beta = beta});
    EXPECT_TRUE(fit.converged);
    EXPECT_EQ(fit.rejected, 0);
    EXPECT_LT((fit.mean - exact.mean).norm(), 1e-10) << beta;
    EXPECT_LT((fit.covariance - exact.covariance).norm(), 1e-10) << beta;
    EXPECT_NEAR(fit.log_evidence, linear.log_evidence(0.7).value, 1e-8) << beta;
    EXPECT_EQ(fit.site_numbers, 60);
  }
}

struct Errors {
  double mean, log_sd, evidence;                // of EP
  double corrected_log_sd, corrected_evidence;  // with the known leading terms added
  double laplace;
};

Errors errors_of(const GlmProblem& problem) {
  const auto exact = grid_posterior(problem, 9.0, 0.25);
  LocalFit fit = fit_ep(problem, {});
  EXPECT_TRUE(fit.converged);
  const auto log_sd_error = [&exact](const LocalFit& of) {
    return of.sd().cwiseQuotient(exact.sd()).array().log().abs().maxCoeff();
  };
  const LocalFit laplace = fit_laplace(problem);
  const testing::Correction correction = testing::ep_correction(problem, fit);
  Errors errors{(fit.mean - exact.mean).cwiseQuotient(exact.sd()).cwiseAbs().maxCoeff(),
                log_sd_error(fit),
                std::abs(fit.log_evidence - exact.log_evidence),
                0.0,
                std::abs(fit.log_evidence + correction.log_evidence - exact.log_evidence),
                moment_change(exact.mean, exact.sd(), laplace.mean, laplace.sd())};
  fit.covariance += correction.covariance;
  errors.corrected_log_sd = log_sd_error(fit);
  return errors;
}

// What EP leaves out are terms of pairs of different rows: of the order 1 / rows in log sd and
// evidence, and known to leading order, so that the rest is of the order 1 / rows^2; of rows^-3/2
// in the mean. For four times the data errors are thus about 1/4 of what they were, 1/8 in the
// mean, and the share of the rest in them a quarter.
TEST(ExpectationPropagation, ErrorsAreOfTheKnownOrderAndSize) {
  for (const GlmFamily family : {GlmFamily::logistic, GlmFamily::probit, GlmFamily::poisson}) {
    const GlmProblem problem = random_problem({family}, 80, Vector{{0.3, 1.2}}, 2);
    const Errors few = errors_of(problem), many = errors_of(testing::repeated(problem, 4));
    EXPECT_NEAR(many.log_sd / few.log_sd, 1.0 / 4.0, 0.15) << to_string(family);
    EXPECT_NEAR(many.evidence / few.evidence, 1.0 / 4.0, 0.15) << to_string(family);
    EXPECT_NEAR(many.mean / few.mean, 1.0 / 8.0, 0.05) << to_string(family);
    const double log_sd_share = few.corrected_log_sd / few.log_sd;
    const double evidence_share = few.corrected_evidence / few.evidence;
    EXPECT_LT(many.corrected_log_sd, 0.5 * log_sd_share * many.log_sd) << to_string(family);
    EXPECT_LT(many.corrected_evidence, 0.5 * evidence_share * many.evidence) << to_string(family);
    EXPECT_LT(log_sd_share, 0.2) << to_string(family);
    EXPECT_LT(evidence_share, 0.2) << to_string(family);
    // Kuss and Rasmussen (2005): EP's moments are closer than Laplace's by far.
    EXPECT_LT(std::max(few.mean, few.log_sd), 0.2 * few.laplace) << to_string(family);
  }
}

// At a fixed point the evidence does not change with the sites (Seeger, 2005), so that its
// derivative in the prior's precision p is d / 2 p - E_q|theta|^2 / 2.
TEST(ExpectationPropagation, EvidenceIsStationaryInTheSites) {
  for (const GlmFamily family : {GlmFamily::logistic, GlmFamily::poisson})
    for (const auto shape : {GaussianShape::full_rank, GaussianShape::mean_field})
      for (const double beta : {0.0, 0.5, 1.0}) {
        GlmProblem problem = random_problem({family}, 15, theta, 8, 0.8);
        const EpOptions options{.shape = shape, .beta = beta, .passes = 2000, .tolerance = 1e-11};
        const LocalFit fit = fit_ep(problem, options);
        const double slope = 1.5 / 0.8 - 0.5 * (fit.mean.squaredNorm() + fit.covariance.trace());
        problem.prior_precision = 0.8 + 1e-4;
        const double high = fit_ep(problem, options).log_evidence;
        problem.prior_precision = 0.8 - 1e-4;
        const double low = fit_ep(problem, options).log_evidence;
        EXPECT_NEAR((high - low) / 2e-4, slope, 1e-6)
            << to_string(family) << ' ' << to_string(shape) << ' ' << beta;
      }
}

// A site at its fixed point satisfies Rasmussen and Williams, eq. (3.58) and (3.59).
TEST(ExpectationPropagation, OfOneProbitRowIsItsClosedForm) {
  const GlmProblem problem{{GlmFamily::probit}, Matrix{{2.0}}, Vector{{1.0}}, 0.5};
  const LocalFit fit = fit_ep(problem, {});
  const double mean = 0.0, variance = 4.0 / 0.5, z = mean / std::sqrt(1.0 + variance);
  const double ratio = std::exp(-0.5 * z * z) / std::sqrt(2.0 * std::acos(-1.0)) / 0.5;
  const double predictor_mean = mean + variance * ratio / std::sqrt(1.0 + variance);
  const double predictor_variance =
      variance - variance * variance * ratio / (1.0 + variance) * (z + ratio);
  EXPECT_NEAR(fit.mean(0), predictor_mean / 2.0, 1e-9);
  EXPECT_NEAR(fit.covariance(0, 0), predictor_variance / 4.0, 1e-9);
  EXPECT_NEAR(fit.log_evidence, std::log(0.5), 1e-9);
}

// The variational optimum has E[gradient] = 0 and precision = -E[curvature], and its evidence is
// the usual bound, below the truth.
TEST(ExpectationPropagation, ApproachesTheVariationalGaussianAsBetaVanishes) {
  const GlmProblem problem = random_problem({GlmFamily::logistic}, 30, Vector{{0.3, 1.5}}, 3);
  const LocalFit limit = fit_ep(problem, {.beta = 0.0});
  ASSERT_TRUE(limit.converged);
  Vector gradient = -limit.mean;
  Matrix precision = Matrix::Identity(2, 2);
  double bound = -0.5 * (limit.covariance.trace() + limit.mean.squaredNorm() - 2.0 -
                         std::log(limit.covariance.determinant()));
  for (Index i = 0; i < problem.rows(); ++i) {
    const Vector x = problem.design.col(i);
    const double mean = x.dot(limit.mean), sd = std::sqrt(x.dot(limit.covariance * x));
    const double step = 0.05;
    for (double z = -9.0; z <= 9.0; z += step) {
      const double weight = step * std::exp(-0.5 * z * z) / std::sqrt(2.0 * std::acos(-1.0));
      const LikelihoodAt at = problem.row(i).at(mean + sd * z);
      bound += weight * at.value;
      gradient += weight * at.first * x;
      precision -= weight * at.second * x * x.transpose();
    }
  }
  EXPECT_LT(gradient.norm(), 1e-7);
  EXPECT_LT((precision * limit.covariance - Matrix::Identity(2, 2)).norm(), 1e-7);
  EXPECT_NEAR(limit.log_evidence, bound, 1e-8);
  EXPECT_LT(limit.log_evidence, grid_posterior(problem).log_evidence);
  for (const double beta : {1e-6, 1e-3}) {
    const LocalFit fit = fit_ep(problem, {.beta = beta});
    EXPECT_LT(moment_change(limit.mean, limit.sd(), fit.mean, fit.sd()), 1e-6 + beta);
    EXPECT_NEAR(fit.log_evidence, limit.log_evidence, 1e-6 + beta);
  }
}

TEST(ExpectationPropagation, FactorisesAsTheLinearModelDoes) {
  const GlmProblem problem = random_problem({GlmFamily::gaussian, 0.7}, 12, theta, 4);
  const LinearRegression linear(problem.design.transpose(), problem.targets);
  const LinearPosterior exact = linear.posterior(0.7);
  // The variational factorisation of a Gaussian has its mean and its precision's diagonal.
  const LocalFit fit = fit_ep(problem, {.shape = GaussianShape::mean_field, .beta = 0.0});
  ASSERT_TRUE(fit.converged);
  EXPECT_LT((fit.mean - exact.mean).norm(), 1e-6);
  EXPECT_LT((fit.sd().cwiseAbs2().cwiseInverse() - exact.precision.diagonal()).norm(), 1e-6);
  EXPECT_LT(fit.log_evidence, linear.log_evidence(0.7).value);
  EXPECT_EQ(fit.site_numbers, 2 * 3 * 12);
  for (const double beta : {0.5, 1.0}) {
    const LocalFit power = fit_ep(problem, {.shape = GaussianShape::mean_field, .beta = beta});
    EXPECT_TRUE(power.converged) << beta;
    EXPECT_LT((power.mean - exact.mean).norm(), 1e-6) << beta;
    // Wider than the variational one, and no wider than the marginals.
    for (Index c = 0; c < 3; ++c) {
      EXPECT_GT(power.sd()(c), fit.sd()(c));
      EXPECT_LT(power.sd()(c), exact.sd()(c) * 1.05);
    }
  }
}

TEST(ExpectationPropagation, OfOneFeatureIsTheSameFactorisedOrNot) {
  for (const GlmFamily family : {GlmFamily::logistic, GlmFamily::probit, GlmFamily::poisson})
    for (const double beta : {0.0, 0.5, 1.0}) {
      const GlmProblem problem = random_problem({family}, 25, Vector{{0.8}}, 5);
      const LocalFit full = fit_ep(problem, {.beta = beta});
      const LocalFit factorised =
          fit_ep(problem, {.shape = GaussianShape::mean_field, .beta = beta});
      EXPECT_NEAR(full.mean(0), factorised.mean(0), 1e-8) << to_string(family) << beta;
      EXPECT_NEAR(full.sd()(0), factorised.sd()(0), 1e-8) << to_string(family) << beta;
      EXPECT_NEAR(full.log_evidence, factorised.log_evidence, 1e-7) << to_string(family) << beta;
    }
}

TEST(ExpectationPropagation, DampingLeadsToTheSamePlace) {
  const GlmProblem problem = random_problem({GlmFamily::poisson}, 30, theta, 6);
  const LocalFit fit = fit_ep(problem, {});
  const LocalFit damped = fit_ep(problem, {.damping = 0.4});
  EXPECT_GT(damped.passes, fit.passes);
  EXPECT_LT(moment_change(fit.mean, fit.sd(), damped.mean, damped.sd()), 1e-6);
}

TEST(ExpectationPropagation, IsFiniteWhereClassesAreSeparableOrOneIsMissing) {
  GlmProblem problem{
      {GlmFamily::logistic}, Matrix{{1, 1, 1, 1}, {-2, -1, 1, 2}}, Vector{{0, 0, 1, 1}}, 0.1};
  for (const auto shape : {GaussianShape::full_rank, GaussianShape::mean_field}) {
    problem.targets = Vector{{0, 0, 1, 1}};
    const LocalFit fit = fit_ep(problem, {.shape = shape});
    EXPECT_TRUE(fit.mean.allFinite() && fit.covariance.allFinite());
    EXPECT_GT(fit.mean(1), 1.0);
    problem.targets.setOnes();
    const LocalFit one_class = fit_ep(problem, {.shape = shape});
    EXPECT_GT(one_class.mean(0), 1.0);
    EXPECT_TRUE(std::isfinite(one_class.log_evidence));
  }
}

TEST(ExpectationPropagation, RefusesOptionsThatAreNone) {
  const GlmProblem problem = random_problem({GlmFamily::logistic}, 5, theta, 7);
  EXPECT_THROW(fit_ep(problem, {.beta = -1.0}), UsageError);
  EXPECT_THROW(fit_ep(problem, {.damping = 0.0}), UsageError);
  EXPECT_THROW(fit_ep(problem, {.damping = 1.5}), UsageError);
  EXPECT_THROW(fit_ep(problem, {.passes = 0}), UsageError);
}

}  // namespace
}  // namespace renyi::expectation_propagation_test
