#include "renyi/inference/minibatch_gradient.hpp"

#include <fmt/format.h>

#include <cmath>

#include "renyi/bound/pick.hpp"
#include "renyi/core/error.hpp"

namespace renyi {
namespace {

void require_finite(const Vector& bounds) {
  for (Index b = 0; b < bounds.size(); ++b)
    if (!std::isfinite(bounds(b)))
      throw NumericalError(fmt::format("bound {}: expected a number, found {}", b + 1, bounds(b)));
}

// Also where a square overflows: Adam would divide by infinity, and the parameter stand still.
void require_finite_squares(const Objective& objective, const Vector& gradient) {
  if (std::isfinite(gradient.squaredNorm())) return;
  Index worst = 0;
  for (Index i = 1; i < gradient.size() && !std::isnan(gradient(worst)); ++i)
    if (!(std::abs(gradient(i)) <= std::abs(gradient(worst)))) worst = i;
  throw NumericalError(fmt::format("derivative by {}: expected a number below 1e154, found {}",
                                   objective.parameter_name(worst), gradient(worst)));
}

double mean_effective_draws(const Bound& bound) {
  double sum = 0.0;
  for (Index b = 0; b < bound.coefficients.cols(); ++b)
    sum += 1.0 / bound.coefficients.col(b).squaredNorm();
  return sum / static_cast<double>(bound.coefficients.cols());
}

}  // namespace

void minibatch_gradient(Objective& objective, const TrainOptions& options, const Vector& parameters,
                        std::span<const Index> rows, std::uint32_t step, MinibatchGradient& out) {
  const bool is_full = std::ssize(rows) == options.batch;
  auto& [log_weights, bound, picks, coefficients] = out.parts[is_full ? 0 : 1];

  objective.draw(parameters, rows, options.draws, {options.seed, Purpose::draws, step},
                 log_weights);
  renyi_bound(options.alpha, log_weights, bound);
  require_finite(bound.values);
  if (options.backward == Backward::one) {
    picks.resize(static_cast<std::size_t>(bound.values.size()));
    pick_draws(bound, {options.seed, Purpose::pick, step}, 0, picks);
    gradient_coefficients(options.estimator, options.alpha, bound, picks, coefficients);
  } else {
    gradient_coefficients(options.estimator, options.alpha, bound, coefficients);
  }

  out.gradient.setZero(parameters.size());
  out.value = objective.outside(parameters, out.gradient);
  out.value += objective.scale() * bound.values.sum();
  objective.pull_back(parameters, coefficients, out.gradient);
  out.effective_draws = mean_effective_draws(bound);

  if (!std::isfinite(out.value))
    throw NumericalError(fmt::format("objective: expected a number, found {}", out.value));
  require_finite_squares(objective, out.gradient);
}

}  // namespace renyi
