// The bound of order 0 of draws that come in pieces, with what tells whether to trust it, in memory
// for 3 sqrt(K) of the K draws. Where all draws fit, estimate.hpp and diagnostics.hpp have more.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "renyi/core/matrix.hpp"

namespace renyi {

class EvidenceStream {
 public:
  // For K draws in all (UsageError below 1).
  explicit EvidenceStream(Index draws);

  // Forgets all draws, keeps its memory.
  void restart();
  // NaN or +inf throws NumericalError; more than K draws UsageError.
  void add(std::span<const double> log_weights);

  Index added() const { return added_; }
  // Of the draws so far: log of the mean weight, -inf where there is none; and
  // (sum w)^2 / sum w^2, 0 where all are 0.
  double log_mean_weight() const;
  double effective_draws() const;
  // Of the upper tail, once all K are there; as pareto.hpp has it.
  std::optional<double> pareto_k() const;

 private:
  Index draws_;
  Index added_ = 0;
  double largest_ = 0.0;  // log-weight, in units of which the sums are
  double sum_ = 0.0, squares_ = 0.0;
  std::vector<double> tail_ = {};  // the largest log-weights, a heap with the least on top
};

}  // namespace renyi
