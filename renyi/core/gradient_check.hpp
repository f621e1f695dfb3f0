// Checks a gradient against central differences of its function, in double precision. What the
// function is, and how precise it ought to be, is left to callers.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "renyi/core/matrix.hpp"

namespace renyi {

struct GradientCheckOptions {
  double relative_tolerance = 1e-6;
  double absolute_tolerance = 1e-8;     // below it a difference is rounding
  double step = 0.0;                    // of x_i; 0 chooses cbrt(eps) max(|x_i|, 1)
  std::vector<std::string> names = {};  // of the coordinates; may be empty
};

struct GradientCheck {
  bool passed = true;
  Index coordinates = 0;
  // The worst coordinate: the one furthest beyond its tolerance, or closest to it.
  Index worst = -1;  // -1 when there are no coordinates
  std::string worst_name = {};
  double analytic = 0.0;        // the gradient's value there
  double numeric = 0.0;         // the central difference there
  double absolute_error = 0.0;  // |analytic - numeric| there
  double relative_error = 0.0;  // the same over max(|analytic|, |numeric|), 0 where both are 0
  std::string to_string() const;
};

// Compares gradient(i) with (f(x + h e_i) - f(x - h e_i)) / 2h for every i. A coordinate passes
// when its error is at most absolute_tolerance + relative_tolerance max(|analytic|, |numeric|); NaN
// never passes. Throws UsageError when lengths differ.
GradientCheck check_gradient(const std::function<double(const Vector&)>& f, const Vector& x,
                             const Vector& gradient, const GradientCheckOptions& options = {});

}  // namespace renyi
