// Maximises sum_i log x_i + epsilon log det(S^-1 - diag(x)) over diag(x) between 0 and S^-1: what
// the mean-field approximation of order alpha > 1 and alpha < 0 amounts to, with a small epsilon
// for a large |alpha|. How alpha, epsilon and S go together is mean_field.hpp's business.
#pragma once

#include "renyi/bound/divergence/covariance_factor.hpp"

namespace renyi::mean_field {

using divergence::Wide;
using divergence::WideMatrix;
using divergence::WideVector;

// Below it the optimum is the one of epsilon = 0 to about twelve digits, and smaller ones would be
// decided by rounding.
inline constexpr Wide smallest_epsilon = 1e-12L;

struct BarrierOptimum {
  WideVector x;
  // X^1/2 (S^-1 - X)^-1 X^1/2 with X = diag(x): its diagonal is 1 / epsilon at the optimum.
  WideMatrix curvature;
};

// S symmetric and positive definite, epsilon >= smallest_epsilon. x is strictly inside the region.
// Throws NumericalError where Newton's method does not arrive.
BarrierOptimum maximise_barrier(const WideMatrix& s, Wide epsilon);

}  // namespace renyi::mean_field
