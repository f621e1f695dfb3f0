// An order as the pair (alpha, delta = 1 - alpha), both exact, for the closed forms; and the number
// type that they compute in. What users pass is Alpha.
#pragma once

#include <cmath>
#include <limits>

namespace renyi::divergence {

// Extended range, not only precision: the ratio of two variances that are doubles need not be one,
// and neither need alpha times a shape. Results are rounded to double at the very end.
using Wide = long double;
inline constexpr Wide wide_infinity = std::numeric_limits<Wide>::infinity();

// Near alpha = 1 all information is in delta and near alpha = 0 all of it is in alpha, so neither
// is ever computed from the other after the start. The families implement alpha >= 1/2 alone, where
// delta = 0 is the KL divergence; skew symmetry (Proposition 2) gives the rest.
struct Order {
  Wide alpha;
  Wide delta;

  static Order of(double alpha) { return {alpha, 1.0L - alpha}; }
  // The order of D[q||p] that goes with this order of D[p||q].
  Order skewed() const { return {delta, alpha}; }
  bool is_infinite() const { return std::isinf(delta); }
};

}  // namespace renyi::divergence
