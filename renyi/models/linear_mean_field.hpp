// The best factorised Gaussian for the posterior of a linear regression by the bound of any order,
// with that bound: appendix B on data. The optimum for a plain matrix is mean_field.hpp's.
#pragma once

#include "renyi/bound/alpha.hpp"
#include "renyi/models/linear_regression.hpp"

namespace renyi {

struct LinearMeanField {
  DiagonalGaussian q;
  double bound = 0.0;  // L_alpha(q): the maximum over q for alpha > 0, the minimum for alpha < 0
  // The derivative of that optimum in log sigma; q's own change does not count (envelope theorem).
  double log_sigma_slope = 0.0;

  Vector sd() const { return q.variance.cwiseSqrt(); }
};

// Throws as LinearRegression::posterior and mean_field_approximation do.
LinearMeanField fit_mean_field(Alpha alpha, const LinearRegression& model, double sigma);

}  // namespace renyi
