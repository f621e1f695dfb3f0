// The order at which a few draws estimate log p(x) without bias (Corollary 1), from many draws of
// some datapoints. Where the draws come from is the callers'.
#pragma once

#include <optional>
#include <vector>

#include "renyi/bound/alpha.hpp"
#include "renyi/core/matrix.hpp"

namespace renyi {

// E L̂_{alpha,K} - log p(x), the mean over datapoints.
struct OrderGap {
  Alpha alpha = Alpha::iwae();
  double gap = 0.0;
  std::optional<double> standard_error = {};  // over datapoints; none of one
};

struct UnbiasedOrder {
  // -inf where even the largest of K weights is too low on average: no order is unbiased.
  Alpha order = Alpha::vr_max();
  bool exists = false;
  std::vector<OrderGap> curve = {};  // of falling orders, so that gaps rise
};

// log_weights: D draws x B datapoints. log p(x) is taken as the bound of order 0 of all D, so that
// the gap is at most 0 there: the order is at most 0. E is the mean over floor(D / K) disjoint
// blocks of K draws. The order is found to about a thousandth of it; below -1024 it counts as -inf.
// Throws UsageError unless K is 2 to D / 2 and there is a datapoint, NumericalError as
// renyi_bound() does.
UnbiasedOrder unbiased_order(const ConstMatrixRef& log_weights, Index draws);

}  // namespace renyi
