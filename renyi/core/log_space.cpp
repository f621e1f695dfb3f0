#include "renyi/core/log_space.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace renyi {
namespace {}

double log_add_exp(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return a + b;
  const double high = std::max(a, b);
  if (std::isinf(high)) return high;
  return high + std::log1p(std::exp(std::min(a, b) - high));
}

double log_sub_exp(double a, double b) {
  if (a == b) return -infinity;
  if (b == -infinity) return a;
  return a + log1m_exp(b - a);
}

double log_sum_exp(std::span<const double> x) {
  double high = -infinity;
  for (const double value : x) {
    if (std::isnan(value)) return value;
    high = std::max(high, value);
  }
  if (std::isinf(high)) return high;
  double sum = 0.0;
  for (const double value : x) sum += std::exp(value - high);
  return high + std::log(sum);
}

double log_mean_exp(std::span<const double> x) {
  if (x.empty()) return std::numeric_limits<double>::quiet_NaN();
  return log_sum_exp(x) - std::log(static_cast<double>(x.size()));
}

double softplus(double x) {
  return x > 0.0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x));
}

double log1m_exp(double x) {
  return x > -std::numbers::ln2 ? std::log(-std::expm1(x)) : std::log1p(-std::exp(x));
}

double sigmoid(double x) {
  const double e = std::exp(-std::abs(x));
  return (x >= 0.0 ? 1.0 : e) / (1.0 + e);
}

double logit(double p) { return std::log(p) - std::log1p(-p); }

double expm1_ratio(double x) {
  if (x == 0.0) return 1.0;
  return std::isinf(x) ? (x > 0.0 ? x : 0.0) : std::expm1(x) / x;
}

double log1p_ratio(double x) {
  if (x == 0.0) return 1.0;
  return x == infinity ? 0.0 : std::log1p(x) / x;
}

}  // namespace renyi
