#include "renyi/data/standardise.hpp"

#include <algorithm>
#include <cmath>

namespace renyi {

Moments moments_of(const ConstVectorRef& column) {
  const double low = column.minCoeff();
  const double high = column.maxCoeff();
  if (low == high) return {.mean = low, .scale = 1.0};
  // In units of a power of two, which rounds nothing, neither sums nor squares overflow; a second
  // pass over the differences keeps the digits of a small spread around a large mean.
  int exponent = 0;
  std::frexp(std::max(std::abs(low), std::abs(high)), &exponent);
  const double unit = std::ldexp(1.0, exponent - 1);
  const double shift = (column / unit).mean();
  const Eigen::ArrayXd centred = (column / unit).array() - shift;
  const double correction = centred.mean();
  const double widest = centred.abs().maxCoeff();
  const double variance = ((centred - correction) / widest).square().mean();
  const double scale = unit * (widest * std::sqrt(variance));
  return {.mean = unit * (shift + correction), .scale = scale > 0.0 ? scale : 1.0};
}

Vector standardised(const ConstVectorRef& column, const Moments& moments) {
  return (0.5 * column.array() - 0.5 * moments.mean) / (0.5 * moments.scale);
}

}  // namespace renyi
