#include "renyi/inference/minibatch_gradient.hpp"

#include <fmt/format.h>

#include <cmath>

#include "renyi/core/error.hpp"

namespace renyi {

template <class T>
void sum_minibatch_gradient(BasicObjective<T>& objective, const TrainOptions& options,
                            const std::type_identity_t<VectorOf<T>>& parameters,
                            std::span<const Index> rows, std::uint32_t step,
                            BasicMinibatchGradient<T>& out) {
  out.weigher.start_step(options, step, std::ssize(rows) == options.batch);
  out.sum.start(parameters.size());
  out.value = objective.outside(parameters, out.sum);
  objective.step(parameters, rows, options.draws, {options.seed, Purpose::draws, step}, out.weigher,
                 out.sum);
  out.value += objective.scale() * out.weigher.sum_of_bounds();
  out.effective_draws = out.weigher.effective_draws();
  if (!std::isfinite(out.value))
    throw NumericalError(fmt::format("objective: expected a number, found {}", out.value));
}

// Also where a square overflows: Adam would divide by infinity, and the parameter stand still.
template <class T>
void require_finite_squares(const BasicObjective<T>& objective,
                            const std::type_identity_t<VectorOf<T>>& gradient) {
  if (gradient.array().square().allFinite()) return;
  Index worst = 0;
  for (Index i = 1; i < gradient.size() && !std::isnan(gradient(worst)); ++i)
    if (!(std::abs(gradient(i)) <= std::abs(gradient(worst)))) worst = i;
  throw NumericalError(fmt::format("derivative by {}: expected a number below {}, found {}",
                                   objective.parameter_name(worst),
                                   std::is_same_v<T, float> ? "1e19" : "1e154", gradient(worst)));
}

template <class T>
void minibatch_gradient(BasicObjective<T>& objective, const TrainOptions& options,
                        const std::type_identity_t<VectorOf<T>>& parameters,
                        std::span<const Index> rows, std::uint32_t step,
                        BasicMinibatchGradient<T>& out) {
  sum_minibatch_gradient(objective, options, parameters, rows, step, out);
  out.gradient = out.sum.collect();
  require_finite_squares(objective, out.gradient);
}

template void minibatch_gradient(BasicObjective<float>&, const TrainOptions&,
                                 const VectorOf<float>&, std::span<const Index>, std::uint32_t,
                                 BasicMinibatchGradient<float>&);
template void sum_minibatch_gradient(BasicObjective<float>&, const TrainOptions&,
                                     const VectorOf<float>&, std::span<const Index>, std::uint32_t,
                                     BasicMinibatchGradient<float>&);
template void require_finite_squares(const BasicObjective<float>&, const VectorOf<float>&);
template void minibatch_gradient(BasicObjective<double>&, const TrainOptions&,
                                 const VectorOf<double>&, std::span<const Index>, std::uint32_t,
                                 BasicMinibatchGradient<double>&);
template void sum_minibatch_gradient(BasicObjective<double>&, const TrainOptions&,
                                     const VectorOf<double>&, std::span<const Index>, std::uint32_t,
                                     BasicMinibatchGradient<double>&);
template void require_finite_squares(const BasicObjective<double>&, const VectorOf<double>&);

}  // namespace renyi
