// The Rényi divergence between two exponential, gamma, beta or Dirichlet distributions for orders
// alpha >= 1/2; other orders are left to renyi/bound/divergence.hpp.
#pragma once

#include "renyi/bound/divergence/distribution.hpp"
#include "renyi/bound/divergence/order.hpp"
#include "renyi/bound/divergence/tilt.hpp"

namespace renyi::divergence {

// D between the gammas whose shape and rate move so; the one formula behind the four families.
Wide gamma_divergence(const Order& order, const Move& shape, const Move& rate);

Wide upper_divergence(const Order& order, const Exponential& p, const Exponential& q);
Wide upper_divergence(const Order& order, const Gamma& p, const Gamma& q);
Wide upper_divergence(const Order& order, const Beta& p, const Beta& q);
// A Dirichlet is the direction of independent gammas of one rate, independent of their sum, which
// is again gamma: D = sum_i D(gamma_i) - D(sum) whatever the two rates are. The rates are chosen so
// that the means of the sums agree, else for large concentrations all would be rounding.
Wide upper_divergence(const Order& order, const Dirichlet& p, const Dirichlet& q);

}  // namespace renyi::divergence
