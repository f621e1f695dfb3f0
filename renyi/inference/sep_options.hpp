// How stochastic expectation propagation goes about it.
#pragma once

#include <cstdint>

#include "renyi/inference/local_fit.hpp"

namespace renyi {

struct SepOptions {
  GaussianShape shape = GaussianShape::full_rank;
  // The power of each row's likelihood in its tilted distribution: alpha = 1 - beta / rows. 1 is
  // SEP, 0 the variational limit.
  double beta = 1.0;
  std::int64_t batch = 1;  // rows of a step, whose natural parameters are averaged
  // A step moves the site by damping * (rows of the batch) / rows towards what the batch asks for,
  // at most all the way: 1 forgets a row after about one pass.
  double damping = 1.0;
  std::int64_t passes = 20;
  std::uint64_t seed = 1;

  // Throws UsageError.
  void validate() const;
};

}  // namespace renyi
