#include "experiments/published_value.hpp"

#include <cmath>

namespace renyi {

std::optional<double> difference_in_errors(double here, std::optional<double> standard_error,
                                           const PublishedValue& paper) {
  if (!standard_error || !paper.standard_error) return std::nullopt;
  constexpr double rounding_variance = 2.0 * 0.01 * 0.01 / 12.0;
  return (here - paper.value) /
         std::sqrt(*standard_error * *standard_error +
                   *paper.standard_error * *paper.standard_error + rounding_variance);
}

}  // namespace renyi
