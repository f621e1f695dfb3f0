#include "renyi/inference/quasi_newton.hpp"

#include <LBFGS.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

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
      best.converged = gradient.norm() <= gradient_tolerance * std::max(1.0, at.norm());
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
  parameters.epsilon_rel = options.gradient_tolerance;
  parameters.max_iterations = static_cast<int>(options.iterations);
  parameters.max_linesearch = 60;
  LBFGSpp::LBFGSSolver<double, LBFGSpp::LineSearchBacktracking> solver(parameters);
  double value = 0.0;
  try {
    solver.minimize(negative, at, value);
  } catch (const std::runtime_error&) {  // no better point along a line: rounding, or a cliff
  } catch (const std::logic_error&) {
  }
  return best;
}

}  // namespace renyi
