// Whether a bound can be trusted: how many draws carry it, and for which orders the weights' tails
// leave it finite. The tail index itself is estimated in pareto.hpp.
#pragma once

#include <optional>

#include "renyi/bound/alpha.hpp"
#include "renyi/core/matrix.hpp"

namespace renyi {

// The orders strictly between two ends. An end is none where the tail that sets it is unknown, and
// ±inf where it restricts nothing.
struct OrderInterval {
  std::optional<double> lower;  // below 1, set by the upper tail of w
  std::optional<double> upper;  // 1 or above, set by the upper tail of 1/w

  // None where the end that decides is unknown.
  std::optional<bool> contains(Alpha alpha) const;
};

// The Pareto indices of the upper tails of w and of 1/w. None: the draws do not tell.
struct TailIndices {
  std::optional<double> upper;
  std::optional<double> lower;
};

// With indices k+ and k-, E w^(1-alpha) and so L_alpha is finite iff (1-alpha) k+ < 1 (alpha < 1)
// or (alpha-1) k- < 1 (alpha > 1). An index of 0 or less restricts nothing.
OrderInterval finite_orders(const TailIndices& tails);

// Where w^(1-alpha) has a variance too, so that the bound's error bars mean something: the same
// with 1/2 for 1.
OrderInterval reliable_orders(const TailIndices& tails);

// A weight of 0 makes 1/w infinite: the index of 1/w is then +inf, and no order >= 1 is finite.
TailIndices tail_indices(const ConstVectorRef& log_weights);

struct Diagnostics {
  // Of the weights w^(1-alpha), normalised to sum to 1: 1 / sum of squares, and the largest. With
  // the conventions of renyi_bound's coefficients, hence 1 and 1 at alpha = ±inf.
  double effective_draws = 0.0;
  double largest_weight = 0.0;
  TailIndices tails;
  OrderInterval finite;
  OrderInterval reliable;
};

// One column of log-weights, K >= 1 (UsageError); NaN or +inf throws NumericalError.
Diagnostics diagnose(Alpha alpha, const ConstVectorRef& log_weights);

}  // namespace renyi
