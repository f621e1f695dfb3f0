// The factorised Gaussian that is best for a Gaussian of given precision by the variational Rényi
// bound of any order: appendix B of the paper, in any dimension. What the Gaussian is the posterior
// of is left to the models; the mean of the best one is the Gaussian's own.
#pragma once

#include "renyi/bound/alpha.hpp"
#include "renyi/core/matrix.hpp"

namespace renyi {

struct MeanField {
  Vector precision;  // lambda: q = N(mean, diag(lambda)^-1)
  // T = (alpha diag(lambda) + (1-alpha) Lambda)^-1, the covariance of the density that is
  // proportional to q^alpha p^(1-alpha). At ±inf its limit, the multiplier of the constraint below:
  // T (Lambda - diag(lambda)) = 0.
  Matrix tilted_covariance;

  Vector sd() const { return precision.cwiseSqrt().cwiseInverse(); }
};

// The lambda at which D_alpha[q||p] with p = N(mean, Lambda^-1) is closest to 0, the maximum of the
// bound for alpha > 0 and its minimum for alpha < 0:
//
//   diag[(alpha diag(lambda) + (1-alpha) Lambda)^-1] = 1 / lambda,  the inverse of a positive
//   definite matrix (a positive determinant is not enough);
//   alpha = 0: the exact marginals; alpha = 1: lambda = diag(Lambda), VI;
//   alpha = +inf: the largest prod 1/lambda with diag(1/lambda) <= Lambda^-1;
//   alpha = -inf: the largest prod lambda with diag(lambda) <= Lambda.
//
// At ±inf, and at finite orders beyond 1e12, lambda lies inside the constraint and within about
// 1e-12 d of the optimum, relative. Throws UsageError unless Lambda is symmetric, finite and has a
// positive diagonal, and NumericalError where it is not positive definite within rounding or the
// iteration fails.
MeanField mean_field_approximation(Alpha alpha, const Matrix& precision);

}  // namespace renyi
