// The noise sigma of a linear regression learned from its data: by the exact evidence, and by the
// bound of any order with q at its mean-field optimum, which is biased as Figure 1(b) shows.
#pragma once

#include "renyi/bound/alpha.hpp"
#include "renyi/models/linear_regression.hpp"

namespace renyi {

struct SigmaOptimum {
  // The objective is largest as sigma goes to 0, because the coefficients can fit the targets
  // exactly (noise_norm() is 0): no positive sigma is best, and the fields below describe a small
  // one. It never is as sigma goes to infinity, as every objective falls like -n log sigma there.
  bool at_zero = false;
  double sigma = 0.0;
  double value = 0.0;  // log evidence or bound there
};

// argmax over sigma of log p(y | X, sigma).
SigmaOptimum maximum_likelihood_sigma(const LinearRegression& model);

// argmax over sigma of the bound of the best factorised q: max over sigma and q for alpha > 0, max
// over sigma of the min over q for alpha < 0; the exact one for alpha = 0. Throws NumericalError
// where the noise is too small beside repeated columns for doubles.
SigmaOptimum mean_field_sigma(Alpha alpha, const LinearRegression& model);

// Both throw UsageError for a model without rows.

}  // namespace renyi
