// Functions of one or two variables. Those with a name of the standard library are found by their
// argument; the others stand beside their namesakes for plain numbers in core/log_space.hpp.
#pragma once

#include <cmath>
#include <numbers>

#include "renyi/autodiff/special.hpp"
#include "renyi/autodiff/variable.hpp"
#include "renyi/core/log_space.hpp"

namespace renyi::autodiff {

[[gnu::always_inline]] inline Variable exp(const Variable& x) {
  const double value = std::exp(x.value());
  return of_one(value, x, value);
}
inline Variable expm1(const Variable& x) {
  return of_one(std::expm1(x.value()), x, std::exp(x.value()));
}
[[gnu::always_inline]] inline Variable log(const Variable& x) {
  return of_one(std::log(x.value()), x, 1.0 / x.value());
}
[[gnu::always_inline]] inline Variable log1p(const Variable& x) {
  return of_one(std::log1p(x.value()), x, 1.0 / (1.0 + x.value()));
}
[[gnu::always_inline]] inline Variable sqrt(const Variable& x) {
  const double value = std::sqrt(x.value());
  return of_one(value, x, 0.5 / value);
}
inline Variable sin(const Variable& x) {
  return of_one(std::sin(x.value()), x, std::cos(x.value()));
}
inline Variable cos(const Variable& x) {
  return of_one(std::cos(x.value()), x, -std::sin(x.value()));
}
inline Variable atan(const Variable& x) {
  return of_one(std::atan(x.value()), x, 1.0 / (1.0 + x.value() * x.value()));
}
[[gnu::always_inline]] inline Variable tanh(const Variable& x) {
  const double value = std::tanh(x.value());
  return of_one(value, x, 1.0 - value * value);
}
inline Variable erf(const Variable& x) {
  const double density = 2.0 * std::numbers::inv_sqrtpi * std::exp(-x.value() * x.value());
  return of_one(std::erf(x.value()), x, density);
}
inline Variable erfc(const Variable& x) {
  const double density = 2.0 * std::numbers::inv_sqrtpi * std::exp(-x.value() * x.value());
  return of_one(std::erfc(x.value()), x, -density);
}
inline Variable log_gamma(const Variable& x) {
  return of_one(renyi::log_gamma(x.value()), x, digamma(x.value()));
}
inline Variable lgamma(const Variable& x) { return autodiff::log_gamma(x); }

// At 0 the slope of |x| is taken as 0, between those on either side.
inline Variable abs(const Variable& x) {
  const double sign = x.value() > 0.0 ? 1.0 : (x.value() < 0.0 ? -1.0 : 0.0);
  return of_one(std::abs(x.value()), x, sign);
}
inline Variable fabs(const Variable& x) { return autodiff::abs(x); }
// Where both are equal, the first; a NaN loses, as in the standard library.
inline Variable fmax(const Variable& x, const Variable& y) {
  return x.value() >= y.value() || y.value() != y.value() ? x : y;
}
inline Variable fmin(const Variable& x, const Variable& y) {
  return x.value() <= y.value() || y.value() != y.value() ? x : y;
}

inline Variable pow(const Variable& x, double y) {
  if (y == 2.0) return of_one(x.value() * x.value(), x, 2.0 * x.value());
  const double derivative = y == 0.0 ? 0.0 : y * std::pow(x.value(), y - 1.0);
  return of_one(std::pow(x.value(), y), x, derivative);
}
inline Variable pow(double x, const Variable& y) {
  const double value = std::pow(x, y.value());
  return of_one(value, y, value == 0.0 ? 0.0 : value * std::log(x));
}
inline Variable pow(const Variable& x, const Variable& y) {
  if (y.is_constant()) return autodiff::pow(x, y.value());
  const double value = std::pow(x.value(), y.value());
  const double dx = y.value() == 0.0 ? 0.0 : y.value() * std::pow(x.value(), y.value() - 1.0);
  return of_two(value, x, dx, y, value == 0.0 ? 0.0 : value * std::log(x.value()));
}

// One exponential serves both the value and the slope.
[[gnu::always_inline]] inline Variable softplus(const Variable& x) {
  const double e = std::exp(-std::abs(x.value()));
  const double value = (x.value() > 0.0 ? x.value() : 0.0) + std::log1p(e);
  return of_one(value, x, (x.value() >= 0.0 ? 1.0 : e) / (1.0 + e));
}
inline Variable sigmoid(const Variable& x) {
  const double e = std::exp(-std::abs(x.value()));
  return of_one((x.value() >= 0.0 ? 1.0 : e) / (1.0 + e), x, e / ((1.0 + e) * (1.0 + e)));
}
inline Variable logit(const Variable& p) {
  return of_one(renyi::logit(p.value()), p, 1.0 / (p.value() * (1.0 - p.value())));
}
// log(1 - e^x) for x < 0.
inline Variable log1m_exp(const Variable& x) {
  return of_one(renyi::log1m_exp(x.value()), x, 1.0 / -std::expm1(-x.value()));
}
inline Variable log_add_exp(const Variable& x, const Variable& y) {
  const double share = renyi::sigmoid(x.value() - y.value());
  return of_two(renyi::log_add_exp(x.value(), y.value()), x, share, y, 1.0 - share);
}

inline bool isfinite(const Variable& x) { return std::isfinite(x.value()); }
inline bool isnan(const Variable& x) { return std::isnan(x.value()); }
inline bool isinf(const Variable& x) { return std::isinf(x.value()); }

}  // namespace renyi::autodiff

namespace renyi {
using autodiff::log1m_exp;
using autodiff::log_add_exp;
using autodiff::log_gamma;
using autodiff::logit;
using autodiff::sigmoid;
using autodiff::softplus;
}  // namespace renyi
