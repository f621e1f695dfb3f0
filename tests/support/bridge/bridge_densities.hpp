// Log densities as Stan's, for any scalar and with their constants, and names as Stan writes them.
#pragma once

#include <array>
#include <cmath>
#include <numbers>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "renyi/autodiff/value_and_gradient.hpp"
#include "renyi/families/transforms.hpp"
#include "tests/support/bridge/bridge_data.hpp"

namespace renyi::testing {

inline const double log_sqrt_2_pi = 0.5 * std::log(2.0 * std::numbers::pi);

template <class X, class S>
auto log_normal(const X& x, double mean, const S& sd) {
  using std::log;
  const auto z = (x - mean) / sd;
  return -0.5 * z * z - log(sd) - log_sqrt_2_pi;
}

// Of a whole line; Stan does not normalise it over a half-line either.
template <class T>
T log_cauchy(const T& x, double scale) {
  using std::log1p;
  const T z = x / scale;
  return -std::log(std::numbers::pi * scale) - log1p(z * z);
}

// sum_n log N(y_n; x_n theta, sd), the x_n one after the other in `features`.
template <class T>
T log_regression(std::span<const double> y, std::span<const double> features,
                 std::span<const T> theta, const T& sd) {
  using std::log;
  T squares = 0.0;
  for (std::size_t n = 0; n < y.size(); ++n) {
    const T error = y[n] - dot(features.subspan(n * theta.size(), theta.size()), theta);
    squares += error * error;
  }
  return -0.5 * squares / (sd * sd) - static_cast<double>(y.size()) * (log(sd) + log_sqrt_2_pi);
}

// name.1,name.2,...
inline std::string numbered(const std::string& name, std::size_t count) {
  std::string text;
  for (std::size_t i = 1; i <= count; ++i)
    text += (i == 1 ? "" : ",") + name + "." + std::to_string(i);
  return text;
}

}  // namespace renyi::testing
