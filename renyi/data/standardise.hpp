// The mean and spread of a column, without overflow and without noise where there is no spread.
#pragma once

#include "renyi/core/matrix.hpp"
#include "renyi/data/moment_passes.hpp"

namespace renyi {

// Of at least one finite number. A column of equal numbers has exactly that mean and scale 1,
// whatever rounding would make of it.
Moments moments_of(const ConstVectorRef& column);

// (column - mean) / scale, where the difference alone might overflow.
Vector standardised(const ConstVectorRef& column, const Moments& moments);
inline double standardised(double value, const Moments& moments) {
  return (0.5 * value - 0.5 * moments.mean) / (0.5 * moments.scale);
}

}  // namespace renyi
