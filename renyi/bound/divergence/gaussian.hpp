// The Rényi divergence between two Gaussians for orders alpha >= 1/2; other orders are left to
// renyi/bound/divergence.hpp.
#pragma once

#include "renyi/bound/divergence/distribution.hpp"
#include "renyi/bound/divergence/order.hpp"

namespace renyi::divergence {

// D = alpha/2 d' S^-1 d + (log|S| - alpha log|Sq| - delta log|Sp|) / (2 delta) with d the
// difference of the means and S = alpha Sq + delta Sp, +inf unless S is positive definite (a
// positive determinant is not enough). Both covariances are diagonalised at once and the axes add
// up.
Wide upper_divergence(const Order& order, const DiagonalGaussian& p, const DiagonalGaussian& q);

// A common axis along which the two variances agree to within the rounding of the entries,
//   |r - 1| <= 4 n 2^-52 (condition of p + condition of q),
// counts as r = 1, and the means' distance along it as 0 when it is as small beside the whole
// distance: else noise in r would decide whether orders towards +inf are finite. Two diagonal
// covariances, or two equal ones, are taken exactly.
Wide upper_divergence(const Order& order, const Gaussian& p, const Gaussian& q);

}  // namespace renyi::divergence
