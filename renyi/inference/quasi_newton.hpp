// The maximum of a smooth function of many variables by L-BFGS (the library LBFGS++), from a start
// to wherever it comes: at the worst the best point that was seen.
#pragma once

#include <functional>

#include "renyi/core/matrix.hpp"

namespace renyi {

struct QuasiNewtonOptions {
  Index iterations = 500;
  double gradient_tolerance = 1e-6;  // how short the gradient must be, its length
};

struct QuasiNewtonResult {
  Vector at = {};
  double value = 0.0;
  Index evaluations = 0;
  bool converged = false;  // the gradient has become as short as asked for
};

// Value and gradient; a value that is no number, or -inf, is as bad as can be.
using SmoothFunction = std::function<double(const Vector& at, Vector& gradient)>;

// The function must be finite at the start (UsageError).
QuasiNewtonResult maximise_smooth(const SmoothFunction& function, const Vector& start,
                                  const QuasiNewtonOptions& options = {});

}  // namespace renyi
