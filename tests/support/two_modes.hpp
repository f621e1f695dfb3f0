// Densities of two modes in d coordinates, a sum of two spherical Gaussians, with all constants:
// the evidence is 1.
#pragma once

#include <cmath>
#include <numbers>

#include "tests/support/function_density.hpp"

namespace renyi::testing {

// share N(-distance, 1) + (1 - share) N(distance, 1) in the first coordinate, N(0, 1) in others.
inline FunctionDensity two_modes(Index d, double share, double distance) {
  return {d, [=](const Vector& x, Vector& gradient) {
            const double a = std::log(share) - 0.5 * std::pow(x(0) + distance, 2);
            const double b = std::log1p(-share) - 0.5 * std::pow(x(0) - distance, 2);
            const double most = std::max(a, b);
            const double sum = most + std::log(std::exp(a - most) + std::exp(b - most));
            gradient = -x;
            gradient(0) =
                -std::exp(a - sum) * (x(0) + distance) - std::exp(b - sum) * (x(0) - distance);
            return sum - 0.5 * x.tail(d - 1).squaredNorm() -
                   0.5 * static_cast<double>(d) * std::log(2.0 * std::numbers::pi);
          }};
}

}  // namespace renyi::testing
