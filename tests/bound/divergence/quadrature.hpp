// Divergences straight from their definition, eq. (1), by numerical integration of densities: what
// the closed forms are checked against.
#pragma once

#include <boost/math/quadrature/exp_sinh.hpp>
#include <boost/math/quadrature/sinh_sinh.hpp>
#include <boost/math/quadrature/tanh_sinh.hpp>
#include <cmath>

namespace renyi::testing {

inline constexpr double quadrature_orders[] = {-1.5, -0.5, 0.3, 0.5, 0.999, 1.0, 1.001, 2.0, 3.7};

// The integrand of order alpha at a point with these log-densities.
inline double integrand(double alpha, double log_p, double log_q) {
  if (alpha == 1.0) return log_p == -INFINITY ? 0.0 : std::exp(log_p) * (log_p - log_q);
  return std::exp(alpha * log_p + (1.0 - alpha) * log_q);
}

// The divergence from the integral (or sum) of that integrand.
inline double from_integral(double alpha, double integral) {
  return alpha == 1.0 ? integral : std::log(integral) / (alpha - 1.0);
}

// On the real line, on x > 0 and on (0, 1); log_p and log_q take x, on (0, 1) also 1 - x.
template <typename P, typename Q>
double divergence_on_line(double alpha, P log_p, Q log_q) {
  boost::math::quadrature::sinh_sinh<double> rule;
  return from_integral(alpha, rule.integrate([&](double x) {
    const double value = integrand(alpha, log_p(x), log_q(x));
    return std::isfinite(value) ? value : 0.0;
  }));
}

template <typename P, typename Q>
double divergence_on_half_line(double alpha, P log_p, Q log_q) {
  boost::math::quadrature::exp_sinh<double> rule;
  return from_integral(alpha, rule.integrate([&](double x) {
    const double value = integrand(alpha, log_p(x), log_q(x));
    return std::isfinite(value) ? value : 0.0;
  }));
}

template <typename P, typename Q>
double divergence_on_interval(double alpha, P log_p, Q log_q) {
  boost::math::quadrature::tanh_sinh<double> rule;
  const auto f = [&](double x, double to_end) {
    // `to_end` is the distance to the nearer end, negative on the left.
    const double left = to_end < 0.0 ? -to_end : x;
    const double right = to_end < 0.0 ? 1.0 - left : to_end;
    const double value = integrand(alpha, log_p(left, right), log_q(left, right));
    return std::isfinite(value) ? value : 0.0;
  };
  return from_integral(alpha, rule.integrate(f, 0.0, 1.0));
}

}  // namespace renyi::testing
