#include "renyi/bound/divergence/gamma.hpp"

#include <algorithm>

#include "renyi/bound/divergence/log_gamma.hpp"

namespace renyi::divergence {
namespace {

// Shapes up to here lose too few digits in the plain formulas to need Stirling's.
constexpr Wide plain_limit = 64.0L;

Wide smallest(const Move& move) { return std::min(move.from, move.to); }

// rate.to / rate.from against shape.to / shape.from: how far the means are from agreeing.
Wide mean_mismatch(const Move& shape, const Move& rate) {
  const Wide w = shape.relative_change();
  const Wide y = rate.relative_change();
  if (std::abs(w) <= 0.5L && std::abs(y) <= 0.5L) return y - w;
  return rate.to / rate.from - shape.to / shape.from;
}

Move ratio_of_means(const Move& shape, const Move& rate) {
  return {shape.to / shape.from, rate.to / rate.from, mean_mismatch(shape, rate)};
}

bool nearly_equal(const Move& move) { return std::abs(move.relative_change()) <= 0.5L; }

// weight * log ratio of `tilted_means` less that of `means`: the terms of first order in the
// changes are the same in both, and are left out where they would be nearly everything.
Wide mean_part(const Move& means, Wide weight, const Move& tilted_means, Wide tilted_weight) {
  if (nearly_equal(means) && nearly_equal(tilted_means))
    return weight * bregman_log(means) - tilted_weight * bregman_log(tilted_means);
  return tilted_weight * tilted_means.log_ratio() - weight * means.log_ratio();
}

// Stirling's formula put into D and the terms of the size of the shape cancelled by hand.
Wide stirling_divergence(const Order& order, const Move& shape, const Move& rate) {
  const Move means = ratio_of_means(shape, rate);
  const Wide rest = 0.5L * log_gap(order, shape) + stirling_tail_bregman(shape);
  if (order.delta == 0.0L) return shape.to * bregman_log(means) + rest;
  const Wide tilted_shape = tilted(order, shape);
  const Move part{shape.from, tilted_shape, order.delta * shape.change};
  const Move tilted_means{tilted_shape / shape.from, tilted(order, rate) / rate.from,
                          order.delta * means.change};
  return mean_part(means, shape.to, tilted_means, tilted_shape / order.delta) + rest -
         stirling_tail_bregman(part) / order.delta;
}

Wide plain_divergence(const Order& order, const Move& shape, const Move& rate) {
  const auto [alpha, delta] = order;
  const Wide tilted_shape = tilted(order, shape);
  const Move part{shape.from, tilted_shape, delta * shape.change};
  const Wide largest_change =
      std::max(std::abs(shape.relative_change()), std::abs(rate.relative_change()));
  // Nearly equal distributions: D is of second order in the changes, and so is each term here.
  if (std::abs(delta) * largest_change <= 1.0L) {
    const Wide rest = delta == 0.0L ? 0.0L : log_gamma_bregman(part) / delta;
    return tilted_shape * log_gap(order, rate) - alpha * shape.change * rate.log_ratio() +
           log_gamma_bregman(shape) - rest;
  }
  // Otherwise of first order, up to alpha -> inf.
  const Wide log_tilted_rate = std::log1p(delta * rate.relative_change());
  return tilted_shape * (log_tilted_rate / delta) - shape.to * rate.log_ratio() +
         log_gamma_change(shape) - log_gamma_change(part) / delta;
}

// The limits of the two above at alpha = +inf, where q's shape and rate are the smaller ones.
Wide stirling_limit(const Move& shape, const Move& rate) {
  const Move means = ratio_of_means(shape, rate);
  const Move tilted_means{shape.relative_change(), rate.relative_change(), means.change};
  return mean_part(means, shape.to, tilted_means, shape.change) - 0.5L * shape.log_ratio() +
         stirling_tail_change(shape);
}

Wide plain_limit_divergence(const Move& shape, const Move& rate) {
  const Wide mode = shape.change / rate.relative_change();  // times p's rate: where p/q is largest
  return shape.change * (1.0L - std::log(mode)) - shape.to * rate.log_ratio() +
         log_gamma_change(shape);
}

bool integral_diverges(const Order& order, const Move& shape, const Move& rate) {
  if (!order.is_infinite()) return !(tilted(order, shape) > 0.0L && tilted(order, rate) > 0.0L);
  // p/q is bounded iff its logarithm -change log x + change x falls, or is flat, at both ends.
  return shape.change > 0.0L || rate.change > 0.0L || (shape.change < 0.0L && rate.change == 0.0L);
}

}  // namespace

Wide gamma_divergence(const Order& order, const Move& shape, const Move& rate) {
  if (integral_diverges(order, shape, rate)) return wide_infinity;
  if (shape.change == 0.0L) return shape.from * log_gap(order, rate);
  // Where p^alpha q^delta is closer to q than to p, D is what is left of far larger terms; seen
  // from q it is not.
  const auto [alpha, delta] = order;
  if (delta > 0.0L && delta * shape.to > alpha * shape.from)
    return alpha / delta * gamma_divergence(order.skewed(), shape.reversed(), rate.reversed());
  Wide low = smallest(shape);
  if (!order.is_infinite()) low = std::min(low, tilted(order, shape));
  if (low < stirling_start && std::max(shape.from, shape.to) <= plain_limit)
    return order.is_infinite() ? plain_limit_divergence(shape, rate)
                               : plain_divergence(order, shape, rate);
  // Gamma(a + 1) = a Gamma(a) lifts the shapes to where Stirling's series holds.
  const int steps = low >= stirling_start ? 0 : static_cast<int>(std::ceil(stirling_start - low));
  const Move lifted = shape.shifted(static_cast<Wide>(steps));
  Wide sum =
      order.is_infinite() ? stirling_limit(lifted, rate) : stirling_divergence(order, lifted, rate);
  sum -= static_cast<Wide>(steps) * log_gap(order, rate);
  for (int i = 0; i < steps; ++i) sum += log_gap(order, shape.shifted(static_cast<Wide>(i)));
  return sum;
}

Wide upper_divergence(const Order& order, const Exponential& p, const Exponential& q) {
  return log_gap(order, Move::between(p.rate, q.rate));
}

Wide upper_divergence(const Order& order, const Gamma& p, const Gamma& q) {
  return gamma_divergence(order, Move::between(p.shape, q.shape), Move::between(p.rate, q.rate));
}

Wide upper_divergence(const Order& order, const Beta& p, const Beta& q) {
  return upper_divergence(order, Dirichlet{Vector{{p.a, p.b}}}, Dirichlet{Vector{{q.a, q.b}}});
}

Wide upper_divergence(const Order& order, const Dirichlet& p, const Dirichlet& q) {
  Move total{0.0L, 0.0L, 0.0L};
  bool equal = true;
  for (Index i = 0; i < p.concentration.size(); ++i) {
    const Move one = Move::between(p.concentration(i), q.concentration(i));
    total = {total.from + one.from, total.to + one.to, total.change + one.change};
    equal = equal && one.change == 0.0L;
  }
  if (equal) return 0.0L;
  Wide sum = 0.0L;
  for (Index i = 0; i < p.concentration.size(); ++i) {
    const Move one = Move::between(p.concentration(i), q.concentration(i));
    const Wide part = gamma_divergence(order, one, total);
    if (std::isinf(part)) return wide_infinity;
    sum += part;
  }
  return sum - gamma_divergence(order, total, total);
}

}  // namespace renyi::divergence
