// The exact expectation of the Monte-Carlo bound when log-weights are independent normals: what
// simulations and estimators are held against. Bounds of given log-weights are in renyi_bound.hpp.
#pragma once

#include <cstdint>
#include <optional>

#include "renyi/bound/alpha.hpp"

namespace renyi {

// log w ~ N(mean, sd^2). It is what p and q of equal covariance give: with p = N(0, I) and
// q = N(m, I), mean = -|m|^2/2 and sd = |m|.
struct GaussianLogWeights {
  double mean = 0.0;
  double sd = 1.0;

  // Throws UsageError unless both are finite and sd is not negative.
  void validate() const;
};

// L_alpha = mean + (1-alpha) sd^2 / 2, the bound of infinitely many draws; ±inf at alpha = ∓inf
// unless sd is 0. At alpha = 0 it is log p(x).
double exact_bound(Alpha alpha, const GaussianLogWeights& weights);

// E L̂_{alpha,K} (the mean of equation 5 over its K draws) to about 1e-12 sd, for every order in
// [-inf, +inf] and any K >= 1.
double expected_bound(Alpha alpha, std::int64_t draws, const GaussianLogWeights& weights);

// Corollary 1: the order alpha_K <= 0 at which E L̂_{alpha,K} equals log p(x), above which it is
// smaller and below which it is larger. None where even the expected maximum of K log-weights, the
// value at -inf, stays below log p(x); -inf where the weights are constant and all orders agree.
std::optional<Alpha> alpha_k(std::int64_t draws, const GaussianLogWeights& weights);

}  // namespace renyi
