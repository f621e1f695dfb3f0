// Functions of one or two differentiated numbers: variables of the tape, or dual numbers. Those
// with a name of the standard library are found by their argument; the others stand beside their
// namesakes for plain numbers in core/log_space.hpp.
#pragma once

#include <cmath>
#include <numbers>

#include "renyi/autodiff/differentiated.hpp"
#include "renyi/autodiff/special.hpp"
#include "renyi/core/log_space.hpp"

namespace renyi::autodiff {

template <Differentiated T>
[[gnu::always_inline]] inline T exp(const T& x) {
  const double value = std::exp(x.value());
  return of_one(value, x, value);
}
template <Differentiated T>
T expm1(const T& x) {
  return of_one(std::expm1(x.value()), x, std::exp(x.value()));
}
template <Differentiated T>
[[gnu::always_inline]] inline T log(const T& x) {
  return of_one(std::log(x.value()), x, 1.0 / x.value());
}
template <Differentiated T>
[[gnu::always_inline]] inline T log1p(const T& x) {
  return of_one(std::log1p(x.value()), x, 1.0 / (1.0 + x.value()));
}
template <Differentiated T>
[[gnu::always_inline]] inline T sqrt(const T& x) {
  const double value = std::sqrt(x.value());
  return of_one(value, x, 0.5 / value);
}
template <Differentiated T>
T sin(const T& x) {
  return of_one(std::sin(x.value()), x, std::cos(x.value()));
}
template <Differentiated T>
T cos(const T& x) {
  return of_one(std::cos(x.value()), x, -std::sin(x.value()));
}
template <Differentiated T>
T atan(const T& x) {
  return of_one(std::atan(x.value()), x, 1.0 / (1.0 + x.value() * x.value()));
}
template <Differentiated T>
[[gnu::always_inline]] inline T tanh(const T& x) {
  const double value = std::tanh(x.value());
  return of_one(value, x, 1.0 - value * value);
}
template <Differentiated T>
T erf(const T& x) {
  const double density = 2.0 * std::numbers::inv_sqrtpi * std::exp(-x.value() * x.value());
  return of_one(std::erf(x.value()), x, density);
}
template <Differentiated T>
T erfc(const T& x) {
  const double density = 2.0 * std::numbers::inv_sqrtpi * std::exp(-x.value() * x.value());
  return of_one(std::erfc(x.value()), x, -density);
}
template <Differentiated T>
T log_gamma(const T& x) {
  return of_one(renyi::log_gamma(x.value()), x, digamma(x.value()));
}
template <Differentiated T>
T lgamma(const T& x) {
  return autodiff::log_gamma(x);
}

// At 0 the slope of |x| is taken as 0, between those on either side.
template <Differentiated T>
T abs(const T& x) {
  const double sign = x.value() > 0.0 ? 1.0 : (x.value() < 0.0 ? -1.0 : 0.0);
  return of_one(std::abs(x.value()), x, sign);
}
template <Differentiated T>
T fabs(const T& x) {
  return autodiff::abs(x);
}
// Where both are equal, the first; a NaN loses, as in the standard library.
template <Differentiated T>
T fmax(const T& x, const T& y) {
  return x.value() >= y.value() || y.value() != y.value() ? x : y;
}
template <Differentiated T>
T fmin(const T& x, const T& y) {
  return x.value() <= y.value() || y.value() != y.value() ? x : y;
}

template <Differentiated T>
T fmax(const T& x, double y) {
  return autodiff::fmax(x, T(y));
}
template <Differentiated T>
T fmax(double x, const T& y) {
  return autodiff::fmax(T(x), y);
}
template <Differentiated T>
T fmin(const T& x, double y) {
  return autodiff::fmin(x, T(y));
}
template <Differentiated T>
T fmin(double x, const T& y) {
  return autodiff::fmin(T(x), y);
}

// x^y with the powers that compilers replace where they see y: the last bit does not depend on
// whether they do.
inline double power(double x, double y) {
  if (y == 2.0) return x * x;
  if (y == -1.0) return 1.0 / x;
  return std::pow(x, y);
}
template <Differentiated T>
T pow(const T& x, double y) {
  const double derivative = y == 0.0 ? 0.0 : y * power(x.value(), y - 1.0);
  return of_one(power(x.value(), y), x, derivative);
}
template <Differentiated T>
T pow(double x, const T& y) {
  const double value = std::pow(x, y.value());
  return of_one(value, y, value == 0.0 ? 0.0 : value * std::log(x));
}
template <Differentiated T>
T pow(const T& x, const T& y) {
  if (y.is_constant()) return autodiff::pow(x, y.value());
  const double value = power(x.value(), y.value());
  const double dx = y.value() == 0.0 ? 0.0 : y.value() * power(x.value(), y.value() - 1.0);
  return of_two(value, x, dx, y, value == 0.0 ? 0.0 : value * std::log(x.value()));
}

// One exponential serves both the value and the slope.
template <Differentiated T>
[[gnu::always_inline]] inline T softplus(const T& x) {
  const double e = std::exp(-std::abs(x.value()));
  const double value = (x.value() > 0.0 ? x.value() : 0.0) + std::log1p(e);
  return of_one(value, x, (x.value() >= 0.0 ? 1.0 : e) / (1.0 + e));
}
template <Differentiated T>
T sigmoid(const T& x) {
  const double e = std::exp(-std::abs(x.value()));
  return of_one((x.value() >= 0.0 ? 1.0 : e) / (1.0 + e), x, e / ((1.0 + e) * (1.0 + e)));
}
template <Differentiated T>
T logit(const T& p) {
  return of_one(renyi::logit(p.value()), p, 1.0 / (p.value() * (1.0 - p.value())));
}
// log(1 - e^x) for x < 0.
template <Differentiated T>
T log1m_exp(const T& x) {
  return of_one(renyi::log1m_exp(x.value()), x, 1.0 / -std::expm1(-x.value()));
}
template <Differentiated T>
T log_add_exp(const T& x, const T& y) {
  const double difference = x.value() - y.value(), e = std::exp(-std::abs(difference));
  const double larger = 1.0 / (1.0 + e), smaller = e / (1.0 + e);
  const bool is_first = difference >= 0.0;
  return of_two(renyi::log_add_exp(x.value(), y.value()), x, is_first ? larger : smaller, y,
                is_first ? smaller : larger);
}
template <Differentiated T>
T log_add_exp(const T& x, double y) {
  return autodiff::log_add_exp(x, T(y));
}
template <Differentiated T>
T log_add_exp(double x, const T& y) {
  return autodiff::log_add_exp(T(x), y);
}

template <Differentiated T>
bool isfinite(const T& x) {
  return std::isfinite(x.value());
}
template <Differentiated T>
bool isnan(const T& x) {
  return std::isnan(x.value());
}
template <Differentiated T>
bool isinf(const T& x) {
  return std::isinf(x.value());
}

}  // namespace renyi::autodiff

namespace renyi {
using autodiff::log1m_exp;
using autodiff::log_add_exp;
using autodiff::log_gamma;
using autodiff::logit;
using autodiff::sigmoid;
using autodiff::softplus;
}  // namespace renyi
