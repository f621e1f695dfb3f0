// How far the mean of repetitions may be from what is expected of it.
#pragma once

#include <optional>
#include <vector>

#include "renyi/core/matrix.hpp"

namespace renyi {

// The standard error of the mean of independent values; none from one.
std::optional<double> standard_error(const Vector& values);

struct Mean {
  double value = 0.0;
  std::optional<double> standard_error = {};
};

// Of at least one value.
Mean mean_of(const std::vector<double>& values);

}  // namespace renyi
