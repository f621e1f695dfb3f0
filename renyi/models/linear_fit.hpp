// A linear regression of a table from data to posterior: exact, and approximated by factorised
// Gaussians of any orders, the noise given or learned. Predicting with it is linear_model.hpp's.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "renyi/bound/alpha.hpp"
#include "renyi/bound/divergence/distribution.hpp"
#include "renyi/data/table_encoding.hpp"
#include "renyi/models/linear_model.hpp"

namespace renyi {

struct LinearFitOptions {
  std::vector<Alpha> alphas = {Alpha::vi()};
  std::optional<double> sigma = {};  // in the table's units; nothing: learned
  double prior_precision = 1.0;      // of every standardised coefficient, the intercept's too
};

// The exact posterior or an approximation of it, in standardised units.
struct LinearCandidate {
  std::optional<Alpha> alpha = {};  // nothing: the exact posterior
  double sigma = 0.0;
  Gaussian coefficients = {};
  // In the units of the table: L_alpha of the approximation, and log p(y | X, sigma).
  double bound = 0.0;
  double log_evidence = 0.0;

  Vector sd() const { return coefficients.covariance.diagonal().cwiseSqrt(); }
};

struct LinearFit {
  TableEncoding encoding = {};
  Index rows = 0;
  bool sigma_learned = false;
  LinearCandidate exact = {};
  std::vector<LinearCandidate> approximations = {};

  LinearModel model(const LinearCandidate& candidate) const;
};

// Features and targets as the encoding gives them. Where sigma is learned, the exact posterior has
// the one of maximum likelihood and every approximation the one that its own bound prefers.
// Throws UsageError for options that are none, NumericalError where no sigma is best because ever
// smaller ones are better: a target that the features fit exactly.
LinearFit fit_linear(const TableEncoding& encoding, const ConstMatrixRef& features,
                     const ConstVectorRef& targets, const LinearFitOptions& options);

}  // namespace renyi
