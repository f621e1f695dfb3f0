// Value and gradient of an objective on one minibatch: draw, bound, coefficients, pull back. What
// is done with the gradient is left to train.hpp.
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>

#include "renyi/inference/bound_weigher.hpp"
#include "renyi/inference/objective.hpp"
#include "renyi/inference/train_options.hpp"

namespace renyi {

template <class T>
struct BasicMinibatchGradient {
  double value = 0.0;            // outside + scale * sum_b bound_b
  double effective_draws = 0.0;  // mean over bounds of 1 / sum_k c_k^2 with the coefficients c
  VectorOf<T> gradient = {};
  GradientSum<T> sum = {};    // the gradient in the arrays that it was computed in
  BoundWeigher weigher = {};  // the memory of what was computed on the way
};
using MinibatchGradient = BasicMinibatchGradient<double>;

// Of options, alpha, draws, estimator, backward, batch and seed count; the random numbers are those
// of `step`. With the estimator `reparameterised` and all draws pulled back, the gradient is the
// derivative of the value for these random numbers. Throws NumericalError that names the draw, the
// bound or the parameter that is not a number (log-weights: a number or -inf), or whose square is
// none. Allocates only where shapes change.
template <class T>
void minibatch_gradient(BasicObjective<T>& objective, const TrainOptions& options,
                        const std::type_identity_t<VectorOf<T>>& parameters,
                        std::span<const Index> rows, std::uint32_t step,
                        BasicMinibatchGradient<T>& out);

// The same in two steps, for who passes over the gradient anyway: it is left in `sum` alone, and
// not looked at ...
template <class T>
void sum_minibatch_gradient(BasicObjective<T>& objective, const TrainOptions& options,
                            const std::type_identity_t<VectorOf<T>>& parameters,
                            std::span<const Index> rows, std::uint32_t step,
                            BasicMinibatchGradient<T>& out);
// ... and this looks whether it is made of numbers whose squares are numbers.
template <class T>
void require_finite_squares(const BasicObjective<T>& objective,
                            const std::type_identity_t<VectorOf<T>>& gradient);

}  // namespace renyi
