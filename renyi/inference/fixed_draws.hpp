// The sample-average approximation: the noise of the draws is fixed once, and the bound, a smooth
// function of the parameters then, is climbed by quasi-Newton steps. For smooth densities of few
// coordinates, with many more draws than those.
#pragma once

#include "renyi/inference/objective.hpp"
#include "renyi/inference/settle.hpp"

namespace renyi {

// Order, draws and seed are those of `train`; all rows count. The result has one stage, without
// R-hat; settled: the gradient has vanished. Throws NumericalError where the start has no finite
// bound, and UsageError for orders that this cannot have: at +inf the bound is not smooth, and
// below 1 it has no maximum, as one draw's weight p/q alone can raise it for ever while q spreads
// out (new draws at every step would find that out).
// Where legs are given, what the bound and its gradient came to at each point is kept: who goes on
// climbs the same way again, without computing them. Throws WorkStopped.
Settled train_fixed_draws(Objective& objective, const Vector& start, TrainOptions train,
                          Legs* legs = nullptr);

}  // namespace renyi
