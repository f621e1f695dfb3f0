#include "renyi/inference/fixed_draws.hpp"

#include <cmath>
#include <limits>
#include <numeric>

#include "renyi/core/error.hpp"
#include "renyi/inference/minibatch_gradient.hpp"
#include "renyi/inference/quasi_newton.hpp"

namespace renyi {

Settled train_fixed_draws(Objective& objective, const Vector& start, TrainOptions train) {
  if (!train.alpha.is_finite() || train.alpha.value() < 1.0)
    throw UsageError("alpha: expected a finite order of 1 or more with fixed draws, found " +
                     train.alpha.to_string() + "; lower ones need new draws at every step");
  train.estimator = Estimator::reparameterised;
  train.backward = Backward::all;
  train.batch = objective.rows();
  std::vector<Index> rows(static_cast<std::size_t>(objective.rows()));
  std::iota(rows.begin(), rows.end(), 0);
  MinibatchGradient at_point;
  minibatch_gradient(objective, train, start, rows, 0, at_point);  // throws where it has no bound
  const auto best = maximise_smooth(
      [&](const Vector& at, Vector& gradient) {
        try {
          minibatch_gradient(objective, train, at, rows, 0, at_point);
        } catch (const NumericalError&) {  // a step too far
          return -std::numeric_limits<double>::infinity();
        }
        gradient = at_point.gradient;
        return at_point.value;
      },
      start, {.iterations = 2000, .gradient_tolerance = 1e-4});
  Settled result{.parameters = best.at, .settled = best.converged, .steps = best.evaluations};
  result.stages.push_back({.steps = best.evaluations,
                           .is_stationary = best.converged,
                           .r_hat = 1.0,
                           .change = 0.0,
                           .bound = best.value});
  return result;
}

}  // namespace renyi
