// How far the mean of repetitions may be from what is expected of it.
#pragma once

#include <optional>

#include "renyi/core/matrix.hpp"

namespace renyi {

// The standard error of the mean of independent values; none from one.
std::optional<double> standard_error(const Vector& values);

}  // namespace renyi
