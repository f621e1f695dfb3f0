#include "renyi/bound/divergence/discrete.hpp"

#include <algorithm>
#include <vector>

#include "renyi/bound/divergence/covariance_factor.hpp"
#include "renyi/bound/divergence/tilt.hpp"

namespace renyi::divergence {
namespace {

struct Outcomes {
  std::vector<Move> possible;  // those with p > 0, from p to q
  Wide uncovered = 0.0L;       // q of the others
};

WideVector normalised(const Categorical& categorical) {
  const WideVector wide = categorical.probabilities.cast<Wide>();
  return wide / wide.sum();
}

Outcomes outcomes(const Categorical& p, const Categorical& q) {
  const WideVector p_wide = normalised(p);
  const WideVector q_wide = normalised(q);
  Outcomes result;
  for (Index i = 0; i < p_wide.size(); ++i) {
    if (p_wide(i) > 0.0L) {
      result.possible.push_back(Move::between(p_wide(i), q_wide(i)));
    } else {
      result.uncovered += q_wide(i);
    }
  }
  return result;
}

// log sum p^alpha q^delta with the largest term in front; q > 0 throughout unless delta > 0.
Wide log_affinity(Wide delta, const std::vector<Move>& possible) {
  std::vector<Wide> terms;
  for (const Move& move : possible)
    if (move.to > 0.0L) terms.push_back(std::log(move.from) + delta * move.log_ratio());
  if (terms.empty()) return -wide_infinity;
  const Wide high = *std::max_element(terms.begin(), terms.end());
  Wide sum = 0.0L;
  for (const Wide term : terms) sum += std::exp(term - high);
  return high + std::log(sum);
}

}  // namespace

Wide upper_divergence(const Order& order, const Categorical& p, const Categorical& q) {
  const auto [possible, uncovered] = outcomes(p, q);
  const auto lacks = [](const Move& move) { return move.to == 0.0L; };
  if (order.delta <= 0.0L && std::any_of(possible.begin(), possible.end(), lacks))
    return wide_infinity;
  if (order.is_infinite()) {
    Wide worst = 0.0L;
    for (const Move& move : possible) worst = std::max(worst, -move.log_ratio());
    return worst;
  }
  // sum p^alpha q^delta = 1 + delta excess, where the first-order terms p (q/p - 1) have been
  // summed by hand: they add up to -uncovered.
  Wide excess = -uncovered;
  for (const Move& move : possible) excess += move.from * power_gap(order.delta, move);
  if (order.delta == 0.0L) return -excess;
  const Wide scaled = order.delta * excess;
  if (scaled >= -0.5L && scaled < wide_infinity) return -std::log1p(scaled) / order.delta;
  return -log_affinity(order.delta, possible) / order.delta;
}

Wide upper_divergence(const Order& order, const Poisson& p, const Poisson& q) {
  return -p.rate * power_gap(order.delta, Move::between(p.rate, q.rate));
}

Wide order_zero_divergence(const Categorical& p, const Categorical& q) {
  const auto [possible, uncovered] = outcomes(p, q);
  if (uncovered <= 0.5L) return -std::log1p(-uncovered);
  Wide covered = 0.0L;
  for (const Move& move : possible) covered += move.to;
  return -std::log(covered);
}

}  // namespace renyi::divergence
