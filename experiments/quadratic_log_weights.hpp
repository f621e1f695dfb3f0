// The exact expectation of the Monte-Carlo bound when log-weights are quadratic in two independent
// normals, as those of a Gaussian q for a Gaussian posterior in the plane are. Where they are
// normal themselves, renyi/bound/gaussian_oracle.hpp is exact for every order and dimension.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "renyi/bound/alpha.hpp"
#include "renyi/core/matrix.hpp"

namespace renyi {

// log w = peak - (curvature[0] z0^2 + curvature[1] z1^2) / 2 with standard normal z.
struct QuadraticLogWeights {
  double peak = 0.0;
  std::array<double, 2> curvature = {};

  // Of q = N(mean, diag(precision)^-1) for the posterior N(mean, posterior_precision^-1), both in
  // the plane: the eigenvalues of diag(precision)^-1/2 posterior_precision diag(precision)^-1/2,
  // less 1, are the curvatures.
  static QuadraticLogWeights of(const ConstMatrixRef& posterior_precision,
                                const ConstVectorRef& precision, double log_evidence);

  double mean() const { return peak - 0.5 * (curvature[0] + curvature[1]); }
};

// E L̂_{alpha,K} for every K of `draws`, in its order, by quadrature: to about 1e-7 / |1 - alpha|
// for |1 - alpha| up to 10 and K up to 1e4. Throws UsageError for infinite orders and for K < 1.
std::vector<double> expected_bounds(Alpha alpha, const std::vector<std::int64_t>& draws,
                                    const QuadraticLogWeights& weights);

}  // namespace renyi
