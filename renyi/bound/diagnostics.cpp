#include "renyi/bound/diagnostics.hpp"

#include "renyi/bound/pareto.hpp"
#include "renyi/bound/renyi_bound.hpp"
#include "renyi/core/log_space.hpp"

namespace renyi {
namespace {

// The largest |1-alpha| with |1-alpha| k < limit.
std::optional<double> reach(std::optional<double> k, double limit) {
  if (!k) return std::nullopt;
  return *k <= 0.0 ? infinity : limit / *k;
}

OrderInterval interval(const TailIndices& tails, double limit) {
  OrderInterval orders;
  if (const auto down = reach(tails.upper, limit)) orders.lower = 1.0 - *down;
  if (const auto up = reach(tails.lower, limit)) orders.upper = 1.0 + *up;
  return orders;
}

}  // namespace

std::optional<bool> OrderInterval::contains(Alpha alpha) const {
  const double order = alpha.value();
  if (order < 1.0) return lower ? std::optional(order > *lower) : std::nullopt;
  if (upper) return order < *upper;
  return order == 1.0 ? std::optional(true) : std::nullopt;
}

OrderInterval finite_orders(const TailIndices& tails) { return interval(tails, 1.0); }

OrderInterval reliable_orders(const TailIndices& tails) { return interval(tails, 0.5); }

TailIndices tail_indices(const ConstVectorRef& log_weights) {
  TailIndices tails;
  tails.upper = pareto_k(log_weights);
  tails.lower =
      (log_weights.array() == -infinity).any() ? std::optional(infinity) : pareto_k(-log_weights);
  return tails;
}

Diagnostics diagnose(Alpha alpha, const ConstVectorRef& log_weights) {
  const Bound bound = renyi_bound(alpha, log_weights);
  Diagnostics diagnostics;
  diagnostics.effective_draws = 1.0 / bound.coefficients.squaredNorm();
  diagnostics.largest_weight = bound.coefficients.maxCoeff();
  diagnostics.tails = tail_indices(log_weights);
  diagnostics.finite = finite_orders(diagnostics.tails);
  diagnostics.reliable = reliable_orders(diagnostics.tails);
  return diagnostics;
}

}  // namespace renyi
