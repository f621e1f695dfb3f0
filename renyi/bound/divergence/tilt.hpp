// What a parameter contributes to a Rényi divergence when it moves from p's value to q's: the gaps
// between a function and its chord, written so that tiny moves and tiny 1 - alpha lose no digits.
// Which parameters move is each family's business. All for orders alpha >= 1/2 (order.hpp).
#pragma once

#include "renyi/bound/divergence/order.hpp"

namespace renyi::divergence {

// A positive parameter with value `from` in one distribution and `to` in the other. `change` is
// to - from, kept apart because the subtraction may have lost it.
struct Move {
  Wide from;
  Wide to;
  Wide change;

  static Move between(Wide from, Wide to) { return {from, to, to - from}; }
  Move reversed() const { return {to, from, -change}; }
  Move shifted(Wide by) const { return {from + by, to + by, change}; }
  Wide relative_change() const { return change / from; }
  // log(to / from).
  Wide log_ratio() const;
};

// alpha from + delta to: the parameter of the distribution proportional to p^alpha q^delta. Where
// it is not positive the integral of eq. (1) diverges. Finite orders only.
Wide tilted(const Order& order, const Move& move);

// change / from - log(to / from), >= 0: the Bregman divergence of -log.
Wide bregman_log(const Move& move);

// log(tilted / from) / delta - log(to / from), >= 0; +inf where tilted <= 0. Defined at every
// order: bregman_log at delta = 0.
Wide log_gap(const Order& order, const Move& move);

// ((to / from)^delta - 1) / delta - change / from, <= 0 for alpha >= 0; -bregman_log at delta = 0.
// `to` may be 0. -inf where it is beyond the numbers. Takes every delta <= 1/2.
Wide power_gap(Wide delta, const Move& move);

}  // namespace renyi::divergence
