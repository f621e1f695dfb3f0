// Arithmetic on logarithms, total over [-inf, +inf]: no input but NaN gives NaN.
#pragma once

#include <limits>
#include <span>

namespace renyi {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

// log(e^a + e^b).
double log_add_exp(double a, double b);
// log(e^a - e^b) for a >= b; -inf where they are equal. NaN for a < b.
double log_sub_exp(double a, double b);
// log sum_i e^x_i; -inf for an empty span.
double log_sum_exp(std::span<const double> x);
// log of the mean of e^x_i; NaN for an empty span.
double log_mean_exp(std::span<const double> x);
// log(1 + e^x), to full relative precision in both tails.
double softplus(double x);
// log(1 - e^x) for x <= 0; -inf at 0. NaN for x > 0.
double log1m_exp(double x);
// 1 / (1 + e^-x), to full relative precision in both tails.
double sigmoid(double x);
// log(p / (1 - p)) for p in [0, 1].
double logit(double p);
// (e^x - 1) / x, 1 at 0.
double expm1_ratio(double x);
// log(1 + x) / x, 1 at 0.
double log1p_ratio(double x);

}  // namespace renyi
