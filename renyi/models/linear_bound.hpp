// The exact variational Rényi bound of any Gaussian q on linear regression, and its derivatives in
// q and in the noise. Which q is best is linear_mean_field.hpp's business; what draws make of it
// linear_draws.hpp's.
#pragma once

#include "renyi/bound/alpha.hpp"
#include "renyi/bound/divergence/distribution.hpp"
#include "renyi/models/linear_regression.hpp"

namespace renyi {

// L_alpha(q) = log p(y | X, sigma) - D_alpha[q||posterior], eq. (4), at every order in [-inf,
// +inf]. Where the divergence is infinite, -inf (alpha > 0) or +inf (alpha < 0).
double linear_bound(Alpha alpha, const LinearRegression& model, double sigma, const Gaussian& q);

struct LinearBoundGradient {
  Vector mean;
  // Symmetric: a small symmetric change E of q's covariance changes the bound by tr(covariance E).
  Matrix covariance;
  Vector log_sd;  // in the logarithms of q's sds, its correlations fixed
  double log_sigma = 0.0;
};

// Throws NumericalError where the bound is infinite, and at ±inf also where it would be after the
// smallest change, as at the best q.
LinearBoundGradient linear_bound_gradient(Alpha alpha, const LinearRegression& model, double sigma,
                                          const Gaussian& q);

}  // namespace renyi
