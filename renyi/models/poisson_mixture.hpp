// The distribution of a count whose log rate is Gaussian: what a Poisson regression says of a new
// row. Its probabilities are tilted_moments.hpp's.
#pragma once

#include "renyi/core/matrix.hpp"

namespace renyi {

// The log rate is N(mean, variance), variance >= 0. A mixture of Poisson distributions, fine
// against their own width.
class PoissonMixture {
 public:
  // Throws NumericalError where the mean is beyond the doubles.
  PoissonMixture(double mean, double variance);

  double mean() const;      // e^(mean + variance / 2)
  double noise_sd() const;  // the root of the mean: of the count, the rate being known
  double model_sd() const;  // of the rate

  double cumulative(double count) const;  // P(Y <= count); 0 below 0
  double quantile(double level) const;    // the least count with cumulative(count) >= level
  // The sum over counts k of (P(Y <= k) - [y <= k])^2, at every so many counts where they are
  // thousands.
  double crps(double count) const;

 private:
  double mean_, variance_;
  Vector rates_, weights_;
};

}  // namespace renyi
