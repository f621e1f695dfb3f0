// Moments of N(f; mean, variance) p(y | f)^beta, the tilted distribution of one row's linear
// predictor, exact to rounding: what all local methods are made of. What they do with them is
// theirs.
#pragma once

#include "renyi/core/log_space.hpp"
#include "renyi/models/glm_likelihood.hpp"

namespace renyi {

// In a form that stays precise where the likelihood changes little, and has a limit as beta -> 0:
// the variational one, expectations under N(mean, variance) itself.
struct Tilted {
  double log_normaliser;  // log E[p(y | f)^beta] / beta; E[log p(y | f)] at beta = 0
  double slope;           // its derivative in the mean: E[d log p / df], tilted
  double curvature;       // minus the second: -E[d^2 log p / df^2] - beta Var[d log p / df] >= 0

  double share;  // of the variance that is left: 1 - variance beta curvature

  double mean(double beta, double mean, double variance) const {
    return mean + variance * beta * slope;
  }
  double variance(double variance) const { return variance * share; }
};

// beta >= 0, variance > 0, all finite. Closed form for a Gaussian likelihood; otherwise
// Gauss-Hermite quadrature, with 8 nodes where the likelihood hardly changes within the standard
// deviation, with 32 at the tilted mode and of its width where it changes smoothly, and adaptive
// quadrature where the tilted distribution is far from a Gaussian. Throws NumericalError where
// there is no finite answer.
Tilted tilted_moments(const RowLikelihood& row, double beta, double mean, double variance);

// The factor exp(shift f - precision f^2 / 2) whose beta-th power turns N(mean, variance) into the
// Gaussian of the tilted moments.
struct PredictorSite {
  double precision = 0.0;
  double shift = 0.0;
};
inline PredictorSite site_of(const Tilted& tilted, double mean) {
  return {tilted.curvature / tilted.share, (tilted.slope + mean * tilted.curvature) / tilted.share};
}

// log of the integral of N(mean, variance) site^beta, over beta; E[log site] at beta = 0. Needs a
// result that is a Gaussian: 1 + beta precision variance > 0.
inline double log_normaliser_of(const PredictorSite& site, double beta, double mean,
                                double variance) {
  const double growth = site.precision * variance;
  return 0.5 *
             (2.0 * mean * site.shift + beta * variance * site.shift * site.shift -
              site.precision * mean * mean) /
             (1.0 + beta * growth) -
         0.5 * growth * log1p_ratio(beta * growth);
}

}  // namespace renyi
