#include "renyi/core/gradient_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "renyi/core/error.hpp"

namespace renyi {

std::string GradientCheck::to_string() const {
  if (worst < 0) return "gradient check: no coordinates";
  const std::string where =
      worst_name.empty() ? fmt::format("{}", worst) : fmt::format("{} ({})", worst, worst_name);
  return fmt::format(
      "gradient check {}: worst of {} coordinates is {}: gradient {:.10g}, central difference "
      "{:.10g}, absolute error {:.3g}, relative error {:.3g}",
      passed ? "passed" : "FAILED", coordinates, where, analytic, numeric, absolute_error,
      relative_error);
}

GradientCheck check_gradient(const std::function<double(const Vector&)>& f, const Vector& x,
                             const Vector& gradient, const GradientCheckOptions& options) {
  const auto names = static_cast<Index>(options.names.size());
  if (gradient.size() != x.size() || (names != 0 && names != x.size()))
    throw UsageError(fmt::format("gradient check: {} coordinates, {} of the gradient, {} names",
                                 x.size(), gradient.size(), names));
  GradientCheck result;
  result.coordinates = x.size();
  double worst_excess = -1.0;
  Vector moved = x;
  for (Index i = 0; i < x.size(); ++i) {
    // cbrt(eps) balances the rounding of f, eps / h, against the third derivative, h^2.
    const double wanted = options.step > 0.0 ? options.step
                                             : std::cbrt(std::numeric_limits<double>::epsilon()) *
                                                   std::max(std::abs(x(i)), 1.0);
    const double above = x(i) + wanted, below = x(i) - wanted;
    moved(i) = above;
    const double f_above = f(moved);
    moved(i) = below;
    const double f_below = f(moved);
    moved(i) = x(i);
    // above - below is the step that was really taken, after rounding.
    const double numeric = (f_above - f_below) / (above - below);
    const double error = std::abs(gradient(i) - numeric);
    const double size = std::max(std::abs(gradient(i)), std::abs(numeric));
    const double noise = 4 * std::numeric_limits<double>::epsilon() *
                         std::max(std::abs(f_above), std::abs(f_below)) / (above - below);
    double excess =
        error / (options.absolute_tolerance + options.relative_tolerance * size + noise);
    if (std::isnan(excess)) excess = std::numeric_limits<double>::infinity();
    if (excess <= worst_excess) continue;
    worst_excess = excess;
    result.worst = i;
    result.worst_name = names != 0 ? options.names[static_cast<std::size_t>(i)] : "";
    result.analytic = gradient(i);
    result.numeric = numeric;
    result.absolute_error = error;
    result.relative_error = error == 0.0 ? 0.0 : error / size;
  }
  result.passed = worst_excess <= 1.0;
  return result;
}

}  // namespace renyi
