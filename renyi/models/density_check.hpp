// Whether a density's gradient is the gradient of its value, with the coordinate where it is not.
#pragma once

#include "renyi/core/gradient_check.hpp"
#include "renyi/models/density.hpp"

namespace renyi {

// Against central differences at theta, in which the coordinates have the density's names. Throws
// UsageError where theta has another length; NumericalError where the density is not finite there,
// or where its value with a gradient differs from that without.
GradientCheck check_density_gradient(const Density& density, const Vector& theta,
                                     GradientCheckOptions options = {});

}  // namespace renyi
