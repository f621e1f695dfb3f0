// Random inputs for property tests.
#pragma once

#include <rapidcheck.h>

#include <cmath>

#include "renyi/bound/alpha.hpp"
#include "renyi/core/log_space.hpp"
#include "renyi/core/matrix.hpp"

namespace renyi::testing {

// A number in [low, high], on a grid of a million.
inline rc::Gen<double> number_between(double low, double high) {
  return rc::gen::map(rc::gen::inRange(0, 1'000'001), [low, high](int step) {
    return low + (high - low) * static_cast<double>(step) / 1e6;
  });
}

// Log-weights of very different spreads (1e-6 to 1e3), shifted anywhere in [-1e4, 1e4].
inline Matrix any_log_weights(Index min_draws = 1, Index max_draws = 24, Index columns = 1) {
  const auto draws = *rc::gen::inRange<Index>(min_draws, max_draws + 1);
  const double spread = std::pow(10.0, *number_between(-6.0, 3.0));
  const double shift = *number_between(-1e4, 1e4);
  Matrix weights(draws, columns);
  for (double& weight : weights.reshaped()) weight = shift + spread * *number_between(-1.0, 1.0);
  return weights;
}

// Any order: ±inf, the special ones, and finite ones of every size.
inline Alpha any_alpha() {
  return Alpha(*rc::gen::oneOf(
      rc::gen::element(-infinity, 0.0, 0.5, 1.0, 2.0, infinity), number_between(-5.0, 5.0),
      rc::gen::map(number_between(-9.0, 4.0), [](double e) { return 1.0 + std::pow(10.0, e); }),
      rc::gen::map(number_between(-9.0, 4.0), [](double e) { return 1.0 - std::pow(10.0, e); })));
}

inline Alpha any_finite_alpha() {
  const Alpha alpha = any_alpha();
  return alpha.is_finite() ? alpha : Alpha(-7.0);
}

}  // namespace renyi::testing
