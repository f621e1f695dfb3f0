#include "experiments/standard_error.hpp"

#include <cmath>

namespace renyi {

std::optional<double> standard_error(const Vector& values) {
  if (values.size() < 2) return std::nullopt;
  const auto count = static_cast<double>(values.size());
  return (values.array() - values.mean()).matrix().norm() / std::sqrt(count * (count - 1.0));
}

Mean mean_of(const std::vector<double>& values) {
  const Vector all = Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
  return {.value = all.mean(), .standard_error = standard_error(all)};
}

}  // namespace renyi
