// Adam (Kingma & Ba 2015), the rule that turns a gradient into a step. Where gradients come from
// and how the rate changes is left to train.hpp and schedule.hpp.
#pragma once

#include <cstdint>
#include <type_traits>

#include "renyi/core/matrix.hpp"
#include "renyi/inference/adam_kernel.hpp"

namespace renyi {

struct AdamOptions {
  double beta1 = 0.9;     // how much of the gradients' mean is kept in a step
  double beta2 = 0.999;   // the same of their squares' mean
  double epsilon = 1e-8;  // added to the root of the latter

  // Of the programs of Burda et al. (2016) for auto-encoders, here with the usual start.
  static AdamOptions burda() { return {.beta1 = 0.99, .beta2 = 0.999, .epsilon = 1e-4}; }

  // Throws UsageError unless 0 <= beta < 1 for both and epsilon > 0.
  void validate() const;

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("beta1", self.beta1, "Adam: how much of the gradients' mean is kept in a step");
    field("beta2", self.beta2, "Adam: how much of their squares' mean is kept");
    field("epsilon", self.epsilon, "Adam: added to the root of the squares' mean");
  }

  friend bool operator==(const AdamOptions&, const AdamOptions&) = default;
};

// What Adam remembers of the gradients so far; all of it is needed to go on.
template <class T>
struct BasicAdamState {
  VectorOf<T> first = {};   // running mean of gradients, not yet corrected for its start at 0
  VectorOf<T> second = {};  // of their squares
  std::int64_t steps = 0;
};
using AdamState = BasicAdamState<double>;

// No gradients so far, for that many parameters.
template <class T = double>
BasicAdamState<T> adam_start(Index parameters);

// One step up the gradient: `to` = `from` + rate m / (sqrt(v) + epsilon) with the corrected moments
// m and v, the gradient's among them. `from` and `to` may be the same. Allocates nothing.
template <class T>
void adam_step(const AdamOptions& options, double rate,
               const std::type_identity_t<VectorOf<T>>& gradient, BasicAdamState<T>& state,
               const std::type_identity_t<VectorOf<T>>& from,
               std::type_identity_t<VectorOf<T>>& to);

// The numbers of the given step, from 1, that all parameters share.
kernels::AdamFactors adam_factors(const AdamOptions& options, double rate, std::int64_t step);

}  // namespace renyi
