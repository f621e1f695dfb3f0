#include "renyi/inference/quasi_newton.hpp"

#include <LBFGS.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

constexpr int most_attempts = 20;

// The function's negative, as LBFGS++ calls it; remembers the best point.
struct Negative {
  const SmoothFunction& function;
  QuasiNewtonResult& best;
  double gradient_tolerance;

  double operator()(const Vector& at, Vector& gradient) {
    gradient.resize(at.size());
    const double value = function(at, gradient);
    ++best.evaluations;
    if (!std::isfinite(value) || !gradient.allFinite()) {
      gradient.setZero();
      return std::numeric_limits<double>::infinity();
    }
    if (best.at.size() == 0 || value >= best.value) {
      best.at = at;
      best.value = value;
      best.converged = gradient.norm() <= gradient_tolerance;
    }
    gradient *= -1.0;
    return -value;
  }
};

}  // namespace

QuasiNewtonResult maximise_smooth(const SmoothFunction& function, const Vector& start,
                                  const QuasiNewtonOptions& options) {
  QuasiNewtonResult best;
  Negative negative{function, best, options.gradient_tolerance};
  Vector at = start, gradient(start.size());
  if (!std::isfinite(negative(at, gradient)))
    throw UsageError("start: expected a point where the function and its gradient are finite");
  LBFGSpp::LBFGSParam<double> parameters;
  parameters.epsilon = options.gradient_tolerance;
  parameters.epsilon_rel = 0.0;
  parameters.max_iterations = static_cast<int>(options.iterations);
  parameters.max_linesearch = 60;
  // It gives up where it finds no better point along a line: at the rounding, at a cliff, or
  // because what it remembers of the curvature misleads it. Then it forgets that, and goes on if
  // that helps.
  for (int attempt = 0; attempt < most_attempts && !best.converged; ++attempt) {
    LBFGSpp::LBFGSSolver<double, LBFGSpp::LineSearchBacktracking> solver(parameters);
    const double before = best.value;
    double value = 0.0;
    at = best.at;
    try {
      solver.minimize(negative, at, value);
      break;
    } catch (const std::runtime_error&) {
    } catch (const std::logic_error&) {
    }
    if (attempt > 0 && !(best.value > before)) break;
  }
  return best;
}

}  // namespace renyi
