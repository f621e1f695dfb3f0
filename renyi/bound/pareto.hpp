// The tail index of importance weights and their smoothing: PSIS of Vehtari, Simpson, Gelman, Yao
// and Gabry (2024), the numbers of the loo and ArviZ packages. What an index means for a bound is
// in diagnostics.hpp.
#pragma once

#include <optional>
#include <span>

#include "renyi/core/matrix.hpp"

namespace renyi {

// P(X > x) = (1 + k x / sigma)^(-1/k).
struct GeneralisedPareto {
  double k = 0.0;
  double sigma = 0.0;
};

// The posterior mean of Zhang and Stephens (2009), with k drawn towards 1/2 by as much as 10 more
// observations would. `ascending` holds at least 5 positive numbers, not all equal.
GeneralisedPareto fit_generalised_pareto(std::span<const double> ascending);

// The index k of the upper tail of the weights: moments of an order up to 1/k exist. The tail is
// the ceil(min(K/5, 3 sqrt(K))) largest of the K weights. None where that, less ties with the
// largest weight below it, is shorter than 5 or constant. Weights of 0 (log-weight -inf) count as
// draws; +inf or NaN throws NumericalError.
std::optional<double> pareto_k(const ConstVectorRef& log_weights);

// How many of K weights are the tail; the index needs one more, the largest weight below.
Index tail_length(Index draws);
// The same index from the largest weights alone, tail_length(draws) + 1 of them or more
// (UsageError), of `draws` in all.
std::optional<double> pareto_k(const ConstVectorRef& largest_log_weights, Index draws);

struct SmoothedWeights {
  Vector log_weights;       // in the order given, not normalised
  std::optional<double> k;  // none: nothing was smoothed
};

// The tail replaced by the expected order statistics of the fit, none above the largest weight.
SmoothedWeights pareto_smooth(const ConstVectorRef& log_weights);

}  // namespace renyi
