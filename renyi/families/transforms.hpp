// Ways from free numbers to constrained ones, for plain numbers and for variables that remember
// their derivatives: positive, bounded, ordered, summing to 1, correlations. A density of what is
// constrained becomes one of the free numbers with the log Jacobian, which each way adds to
// `log_density`. The formulas are those of Stan's reference manual; which parameter takes which way
// is left to the models.
#pragma once

#include <cmath>
#include <numbers>
#include <span>
#include <vector>

#include "renyi/core/log_space.hpp"

namespace renyi {

// Checks, each of which throws UsageError: finite bounds in order, and the lengths of spans.
void check_interval(double low, double high);
void check_simplex_lengths(std::size_t free, std::size_t constrained);
void check_ordered_lengths(std::size_t free, std::size_t constrained);
void check_correlation_lengths(std::size_t free, std::size_t entries, std::size_t rows);

// e^x.
template <class T>
T constrain_positive(const T& x, T& log_density) {
  using std::exp;
  log_density += x;
  return exp(x);
}
// low + e^x.
template <class T>
T constrain_above(const T& x, double low, T& log_density) {
  return low + constrain_positive(x, log_density);
}
// high - e^x.
template <class T>
T constrain_below(const T& x, double high, T& log_density) {
  return high - constrain_positive(x, log_density);
}
// low + (high - low) / (1 + e^-x), from the nearer end.
template <class T>
T constrain_interval(const T& x, double low, double high, T& log_density) {
  check_interval(low, high);
  log_density += std::log(high - low) - softplus(x) - softplus(-x);
  if (x > 0.0) return high - (high - low) * sigmoid(-x);
  return low + (high - low) * sigmoid(x);
}

// y_1 = x_1, y_k = y_(k-1) + e^x_k.
template <class T>
void constrain_ordered(std::span<const T> x, std::span<T> y, T& log_density) {
  using std::exp;
  check_ordered_lengths(x.size(), y.size());
  for (std::size_t k = 0; k < x.size(); ++k) {
    y[k] = k == 0 ? x[0] : y[k - 1] + exp(x[k]);
    if (k > 0) log_density += x[k];
  }
}

// Stick breaking: y_k is the share 1 / (1 + e^-(x_k - log(K - k))) of what y_1 .. y_(k-1) left of
// 1, so that x = 0 gives y = 1 / K. One number less than y has.
template <class T>
void constrain_simplex(std::span<const T> x, std::span<T> y, T& log_density) {
  using std::exp;
  check_simplex_lengths(x.size(), y.size());
  T log_left = 0.0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const T shifted = x[k] - std::log(static_cast<double>(x.size() - k));
    const T log_part = log_left - softplus(-shifted);
    y[k] = exp(log_part);
    log_left -= softplus(shifted);
    log_density += log_part - softplus(shifted);
  }
  y[x.size()] = exp(log_left);
}

// The Cholesky factor of a correlation matrix of so many rows, in an array like Eigen's, one column
// after the other; x fills it row by row below the diagonal. Each tanh(x) is the share of what is
// left of the row's length 1.
template <class T>
void constrain_correlation_cholesky(std::span<const T> x, std::size_t rows, std::span<T> factor,
                                    T& log_density) {
  using std::exp, std::tanh;
  check_correlation_lengths(x.size(), factor.size(), rows);
  for (T& entry : factor) entry = 0.0;
  std::size_t next = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    T log_left = 0.0;  // of the squared length
    for (std::size_t j = 0; j < i; ++j, ++next) {
      const T& z = x[next];
      factor[i + j * rows] = tanh(z) * exp(0.5 * log_left);
      // log(1 - tanh(z)^2)
      const T log_rest = 2.0 * (std::numbers::ln2 - softplus(2.0 * z) + z);
      log_density += 0.5 * log_left + log_rest;
      log_left += log_rest;
    }
    factor[i + i * rows] = exp(0.5 * log_left);
  }
}

// The ways back. A number that the constraint excludes is UsageError.
double unconstrain_positive(double y);
double unconstrain_above(double y, double low);
double unconstrain_below(double y, double high);
double unconstrain_interval(double y, double low, double high);
std::vector<double> unconstrain_ordered(std::span<const double> y);
std::vector<double> unconstrain_simplex(std::span<const double> y);
std::vector<double> unconstrain_correlation_cholesky(std::span<const double> factor,
                                                     std::size_t rows);

}  // namespace renyi
