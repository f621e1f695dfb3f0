#include "renyi/models/density_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "renyi/core/error.hpp"

namespace renyi {

GradientCheck check_density_gradient(const Density& density, const Vector& theta,
                                     GradientCheckOptions options) {
  if (theta.size() != density.dimension())
    throw UsageError(fmt::format("check of a density: expected {} coordinates, found {}",
                                 density.dimension(), theta.size()));
  Vector gradient;
  const double value = log_joint(density, theta, &gradient);
  const double alone = log_joint(density, theta);
  if (!std::isfinite(value))
    throw NumericalError(
        fmt::format("check of a density: expected a finite log density, found {}", value));
  if (!(std::abs(value - alone) <= 1e-10 * std::max(1.0, std::abs(value))))
    throw NumericalError(
        fmt::format("check of a density: {:.10g} with its gradient, {:.10g} alone", value, alone));
  options.names.clear();
  for (Index i = 0; i < theta.size(); ++i) options.names.push_back(density.coordinate_name(i));
  return check_gradient([&](const Vector& x) { return log_joint(density, x); }, theta, gradient,
                        options);
}

}  // namespace renyi
