#include "renyi/bound/renyi_bound.hpp"

#include <cmath>
#include <span>

#include "renyi/bound/log_weights.hpp"
#include "renyi/core/column_kernels.hpp"
#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"

namespace renyi {
namespace {

// Below this value of |1-alpha| times the spread of the log-weights, log-mean-exp is taken through
// expm1 and log1p, which keep their relative precision down to 0: the division by 1-alpha then
// amplifies nothing. Above it the plain form is as exact. The two agree to rounding at the switch.
constexpr double small_exponent = 0.5;

// alpha = ±inf: the extreme draw takes everything.
double extreme(std::span<const double> x, double value, std::span<double> coefficients) {
  std::fill(coefficients.begin(), coefficients.end(), 0.0);
  coefficients[static_cast<std::size_t>(kernels::find_first(x, value))] = 1.0;
  return value;
}

// alpha = 1. The sum of numbers near the largest double overflows, their mean does not.
double mean(std::span<const double> x, std::span<double> coefficients) {
  const auto draws = static_cast<double>(x.size());
  std::fill(coefficients.begin(), coefficients.end(), 1.0 / draws);
  const double sum = kernels::sum(x);
  if (std::isfinite(sum)) return sum / draws;
  double scaled = 0.0;
  for (const double value : x) scaled += value / draws;
  return scaled;
}

// Any other order. `anchor` is the log-weight with the largest w^(1-alpha), so that no exponential
// overflows: the largest for alpha < 1, the smallest for alpha > 1.
double power_mean(double power, std::span<const double> x, double anchor, double spread,
                  std::span<double> coefficients) {
  const auto draws = static_cast<double>(x.size());
  if (std::abs(power) * spread <= small_exponent) {
    const double excess = kernels::expm1_scaled(power, anchor, x, coefficients) / draws;
    kernels::add_multiply(1.0, 1.0 / (draws * (1.0 + excess)), coefficients);
    return anchor + std::log1p(excess) / power;
  }
  const double sum = kernels::exp_scaled(power, anchor, x, coefficients);
  kernels::add_multiply(0.0, 1.0 / sum, coefficients);
  return anchor + std::log(sum / draws) / power;
}

double column_bound(Alpha alpha, std::span<const double> x, Index b,
                    std::span<double> coefficients) {
  const auto [low, high, has_nan] = kernels::extremes(x);
  if (has_nan || high == infinity) require_log_weights(x, b);  // throws
  if (alpha == Alpha::vr_max()) return extreme(x, high, coefficients);
  if (alpha == Alpha::vr_min()) return extreme(x, low, coefficients);
  if (alpha.is_vi()) return mean(x, coefficients);
  return power_mean(alpha.power(), x, alpha < Alpha::vi() ? high : low, high - low, coefficients);
}

}  // namespace

void renyi_bound(Alpha alpha, const ConstMatrixRef& log_weights, Bound& bound, Index first_column) {
  const Index draws = log_weights.rows();
  if (draws == 0) throw UsageError("renyi_bound: expected at least one draw (K >= 1), found K = 0");
  bound.values.resize(log_weights.cols());
  bound.coefficients.resize(draws, log_weights.cols());
  const auto length = static_cast<std::size_t>(draws);
  for (Index b = 0; b < log_weights.cols(); ++b)
    bound.values(b) = column_bound(alpha, {log_weights.col(b).data(), length}, first_column + b,
                                   {bound.coefficients.col(b).data(), length});
}

Bound renyi_bound(Alpha alpha, const ConstMatrixRef& log_weights) {
  Bound bound;
  renyi_bound(alpha, log_weights, bound);
  return bound;
}

}  // namespace renyi
