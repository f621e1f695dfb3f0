#include "renyi/bound/divergence/log_gamma.hpp"

#include <algorithm>
#include <array>
#include <boost/math/special_functions/digamma.hpp>

namespace renyi::divergence {
namespace {

// tail(a) = sum_k coefficient_k a^-(2k + 1), Bernoulli numbers over 2k (2k - 1). From 20 on the
// first term left out is below 1e-21.
constexpr std::array<Wide, 7> coefficients{1.0L / 12.0L,    -1.0L / 360.0L, 1.0L / 1260.0L,
                                           -1.0L / 1680.0L, 1.0L / 1188.0L, -691.0L / 360360.0L,
                                           1.0L / 156.0L};

// How often to apply Gamma(a + 1) = a Gamma(a) before the series holds.
int steps_to_stirling(Wide smallest) {
  return smallest >= stirling_start ? 0 : static_cast<int>(std::ceil(stirling_start - smallest));
}

}  // namespace

Wide stirling_tail_change(const Move& move) {
  Wide sum = 0.0L;
  Wide power = -1.0L;
  for (const Wide coefficient : coefficients) {
    sum += coefficient * std::pow(move.from, power) * std::expm1(power * move.log_ratio());
    power -= 2.0L;
  }
  return sum;
}

Wide stirling_tail_bregman(const Move& move) {
  Wide sum = 0.0L;
  Wide power = -1.0L;
  for (const Wide coefficient : coefficients) {
    sum += coefficient * std::pow(move.from, power) * power * power_gap(power, move);
    power -= 2.0L;
  }
  return sum;
}

Wide log_gamma_change(const Move& move) {
  if (std::abs(move.change) <= 0.5L * move.from)
    return boost::math::digamma(move.from) * move.change + log_gamma_bregman(move);
  const int steps = steps_to_stirling(std::min(move.from, move.to));
  const Move far = move.shifted(static_cast<Wide>(steps));
  Wide sum = (far.to - 0.5L) * far.log_ratio() + far.change * (std::log(far.from) - 1.0L) +
             stirling_tail_change(far);
  for (int i = 0; i < steps; ++i) sum -= move.shifted(static_cast<Wide>(i)).log_ratio();
  return sum;
}

Wide log_gamma_bregman(const Move& move) {
  // Every term is >= 0: those of the steps, of a log a - a, of -(log a)/2; the tail's only
  // correct them.
  const int steps = steps_to_stirling(std::min(move.from, move.to));
  const Move far = move.shifted(static_cast<Wide>(steps));
  Wide sum =
      far.to * bregman_log(far.reversed()) + 0.5L * bregman_log(far) + stirling_tail_bregman(far);
  for (int i = 0; i < steps; ++i) sum += bregman_log(move.shifted(static_cast<Wide>(i)));
  return sum;
}

}  // namespace renyi::divergence
