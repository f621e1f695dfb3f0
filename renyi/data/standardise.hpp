// The mean and spread of a column, without overflow and without noise where there is no spread.
#pragma once

#include "renyi/core/matrix.hpp"

namespace renyi {

struct Moments {
  double mean = 0.0;
  double scale = 1.0;  // standard deviation with ddof = 0; 1 for a constant column
};

// Of at least one finite number. A column of equal numbers has exactly that mean and scale 1,
// whatever rounding would make of it.
Moments moments_of(const ConstVectorRef& column);

// (column - mean) / scale, where the difference alone might overflow.
Vector standardised(const ConstVectorRef& column, const Moments& moments);

}  // namespace renyi
