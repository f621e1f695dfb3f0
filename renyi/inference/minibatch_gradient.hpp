// Value and gradient of an objective on one minibatch: draw, bound, coefficients, pull back. What
// is done with the gradient is left to train.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "renyi/bound/renyi_bound.hpp"
#include "renyi/inference/objective.hpp"
#include "renyi/inference/train_options.hpp"

namespace renyi {

struct MinibatchGradient {
  double value = 0.0;            // outside + scale * sum_b bound_b
  double effective_draws = 0.0;  // mean over bounds of 1 / sum_k c_k^2 with the coefficients c
  Vector gradient = {};

  // What was computed on the way, one set for full batches and one for the short one of an epoch,
  // so that neither is allocated again.
  struct Parts {
    Matrix log_weights = {};
    Bound bound = {};
    std::vector<Index> picks = {};
    GradientCoefficients coefficients = {};
  };
  std::array<Parts, 2> parts = {};
};

// Of options, alpha, draws, estimator, backward, batch and seed count; the random numbers are those
// of `step`. With the estimator `reparameterised` and all draws pulled back, the gradient is the
// derivative of the value for these random numbers. Throws NumericalError that names the draw, the
// bound or the parameter that is not a number (log-weights: a number or -inf), or whose square is
// none. Allocates only where shapes change.
void minibatch_gradient(Objective& objective, const TrainOptions& options, const Vector& parameters,
                        std::span<const Index> rows, std::uint32_t step, MinibatchGradient& out);

}  // namespace renyi
