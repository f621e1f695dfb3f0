// Vector kernels over one contiguous column of doubles, the parts of which bounds are made.
// Dispatched once per call to the best instruction set of the machine; no allocation. Sums run in
// an order that depends on the length alone.
#pragma once

#include <cstdint>
#include <span>

namespace renyi::kernels {

struct Extremes {
  double min;  // +inf when empty
  double max;  // -inf when empty
  bool has_nan;
};
// Smallest and largest value, NaNs left aside but reported.
Extremes extremes(std::span<const double> x);

// The lowest index that holds `value`; x.size() when none does.
std::int64_t find_first(std::span<const double> x, double value);

double sum(std::span<const double> x);

// out_i = e^(scale (x_i - shift)); returns the sum of out. x_i = shift gives 1 even at ±inf.
// Needs scale (x_i - shift) <= 0. Error below 2 ulp wherever |scale (x_i - shift)| is exact.
double exp_scaled(double scale, double shift, std::span<const double> x, std::span<double> out);

// out_i = e^(scale (x_i - shift)) - 1 to full relative precision; returns the sum of out.
// Needs |scale (x_i - shift)| <= 0.5.
double expm1_scaled(double scale, double shift, std::span<const double> x, std::span<double> out);

// x_i = (x_i + offset) factor.
void add_multiply(double offset, double factor, std::span<double> x);

}  // namespace renyi::kernels
