#include "renyi/bound/divergence/tilt.hpp"

#include <boost/math/special_functions/log1p.hpp>
#include <limits>

namespace renyi::divergence {
namespace {

// Below it the differences are taken analytically, above it nothing cancels.
constexpr Wide small = 0.5L;

// x - log(1 + x) for |x| <= 1/2.
Wide x_minus_log1p(Wide x) { return -boost::math::log1pmx(x); }

// (e^u - 1) / u - 1.
Wide expm1_ratio_minus_one(Wide u) {
  if (u == -wide_infinity) return -1.0L;
  if (!(std::abs(u) <= small)) return std::expm1(u) / u - 1.0L;
  Wide sum = 0.0L;
  Wide term = 1.0L;
  for (int k = 1; std::abs(term) > std::abs(sum) * std::numeric_limits<Wide>::epsilon(); ++k) {
    term *= u / static_cast<Wide>(k + 1);
    sum += term;
  }
  return sum;
}

}  // namespace

Wide Move::log_ratio() const {
  const Wide x = relative_change();
  return std::abs(x) <= small ? std::log1p(x) : std::log(to / from);
}

Wide tilted(const Order& order, const Move& move) {
  // With delta >= 0 both terms are positive; with delta < 0 the change must be subtracted as one.
  return order.delta >= 0.0L ? order.alpha * move.from + order.delta * move.to
                             : move.from + order.delta * move.change;
}

Wide bregman_log(const Move& move) {
  const Wide x = move.relative_change();
  return std::abs(x) <= small ? x_minus_log1p(x) : x - move.log_ratio();
}

Wide log_gap(const Order& order, const Move& move) {
  if (move.change == 0.0L) return 0.0L;
  if (order.is_infinite()) return move.change > 0.0L ? wide_infinity : -move.log_ratio();
  if (order.delta == 0.0L) return bregman_log(move);
  const Wide x = move.relative_change();
  const Wide scaled = order.delta * x;
  if (scaled <= -1.0L) return wide_infinity;
  if (std::abs(x) <= small && std::abs(scaled) <= small)
    return x_minus_log1p(x) - x_minus_log1p(scaled) / order.delta;
  return std::log1p(scaled) / order.delta - move.log_ratio();
}

Wide power_gap(Wide delta, const Move& move) {
  if (move.change == 0.0L) return 0.0L;
  if (move.to == 0.0L) return delta > 0.0L ? 1.0L - 1.0L / delta : -wide_infinity;
  const Wide x = move.relative_change();
  if (std::isinf(delta)) return move.change > 0.0L ? -x : -wide_infinity;
  const Wide log_ratio = move.log_ratio();
  if (std::abs(x) <= small)
    return log_ratio * expm1_ratio_minus_one(delta * log_ratio) - x_minus_log1p(x);
  return delta == 0.0L ? log_ratio - x : std::expm1(delta * log_ratio) / delta - x;
}

}  // namespace renyi::divergence
