// The mean-field approximation for orders strictly between 0 and 1, where the divergence is convex
// in log lambda. Other orders are mean_field.hpp's.
#pragma once

#include "renyi/bound/divergence/covariance_factor.hpp"

namespace renyi::mean_field {

using divergence::Wide;
using divergence::WideMatrix;
using divergence::WideVector;

struct Interpolation {
  WideVector precision;  // lambda
  // D^1/2 (alpha D + (1-alpha) Lambda)^-1 D^1/2 with D = diag(lambda): its diagonal is 1.
  WideMatrix tilted;
};

// `precision` (Lambda) symmetric and positive definite, 0 < alpha < 1. Throws NumericalError where
// Newton's method does not arrive.
Interpolation interpolate(const WideMatrix& precision, Wide alpha);

}  // namespace renyi::mean_field
