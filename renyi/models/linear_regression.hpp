// Bayesian linear regression with Gaussian noise and a Gaussian prior: exact posterior, evidence
// and predictions for a given noise sigma, from sufficient statistics. Learning sigma is
// linear_noise.hpp's, the bound of approximations linear_bound.hpp's.
#pragma once

#include "renyi/bound/divergence/distribution.hpp"
#include "renyi/core/matrix.hpp"
#include "renyi/models/regression_statistics.hpp"

namespace renyi {

// theta ~ N(mean, precision^-1); the precision is proper, so that every question has an answer.
struct CoefficientPrior {
  Vector mean;
  Matrix precision;

  static CoefficientPrior standard(Index features);  // N(0, I)
  // Throws UsageError unless it is a Gaussian over that many features.
  void validate(Index features) const;
};

struct LinearPosterior {
  Vector mean;
  Matrix precision;   // Lambda = prior precision + X'X / sigma^2
  Matrix covariance;  // its inverse

  Vector sd() const { return covariance.diagonal().cwiseSqrt(); }
  Gaussian distribution() const { return {mean, covariance}; }
};

struct LogEvidence {
  double value = 0.0;            // log p(y | X, sigma)
  double log_sigma_slope = 0.0;  // its derivative in log sigma
};

// Of new targets, one a row of features.
struct LinearPrediction {
  Vector mean;
  Vector model_sd;        // what the coefficients leave open
  double noise_sd = 0.0;  // sigma

  Vector sd() const;  // of the target: both together
};

class LinearRegression {
 public:
  // y = X theta + sigma * noise. More features than rows, constant and repeated columns are right.
  LinearRegression(RegressionStatistics statistics, CoefficientPrior prior);
  // With the prior N(0, I); features are n x d.
  LinearRegression(const ConstMatrixRef& features, const ConstVectorRef& targets);

  const RegressionStatistics& statistics() const { return statistics_; }
  const CoefficientPrior& prior() const { return prior_; }
  Index features() const { return statistics_.features(); }

  // Independent coordinates z of the prior in which the data are independent too: of the n
  // coordinates of y - X (prior mean) `rank` are strength(i) z_i + sigma * noise and the others
  // noise alone, with `noise_norm` their length: exactly 0 where theta can fit y but for rounding.
  Index rank() const { return strength_.size(); }
  const Vector& strength() const { return strength_; }
  const Vector& signal() const { return signal_; }
  double noise_norm() const { return noise_norm_; }

  // All for a finite sigma > 0 (UsageError). posterior() throws NumericalError where sigma is so
  // small that doubles cannot hold prior and data in one precision matrix.
  LinearPosterior posterior(double sigma) const;
  LogEvidence log_evidence(double sigma) const;
  LinearPrediction predict(double sigma, const ConstMatrixRef& features) const;

 private:
  RegressionStatistics statistics_;
  CoefficientPrior prior_;
  Vector strength_;    // singular values of the whitened features, positive and decreasing
  Vector signal_;      // the data's coordinates that go with them
  Matrix directions_;  // d x rank: the coefficients that go with them
  double noise_norm_ = 0.0;
};

// Predictions of any Gaussian posterior or approximation of one, with noise sigma.
LinearPrediction predict_linear(const Gaussian& coefficients, double sigma,
                                const ConstMatrixRef& features);

// Throws UsageError unless sigma is positive and finite.
void validate_sigma(double sigma);

}  // namespace renyi
