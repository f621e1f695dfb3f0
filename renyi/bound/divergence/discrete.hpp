// The Rényi divergence between two categorical or two Poisson distributions for orders
// alpha >= 1/2, and what order 0 needs; other orders are left to renyi/bound/divergence.hpp.
#pragma once

#include "renyi/bound/divergence/distribution.hpp"
#include "renyi/bound/divergence/order.hpp"

namespace renyi::divergence {

// +inf where q lacks an outcome of p and alpha >= 1, or lacks all of them.
Wide upper_divergence(const Order& order, const Categorical& p, const Categorical& q);

// Finite at every finite order, though perhaps beyond the doubles.
Wide upper_divergence(const Order& order, const Poisson& p, const Poisson& q);

// D_0 = -log q(support of p).
Wide order_zero_divergence(const Categorical& p, const Categorical& q);

}  // namespace renyi::divergence
