// Distance in units of the last place, for tests of kernels against a more precise reference.
#pragma once

#include <cmath>
#include <limits>

namespace renyi::test {

// |got - exact| in units of the last place of T at `exact`. Equal infinities, and NaN where NaN is
// due, are 0 apart; any other infinity or NaN is infinitely far.
template <class T>
double ulp_distance(T got, long double exact) {
  const T rounded = static_cast<T>(exact);
  if (std::isnan(rounded) || std::isnan(got))
    return std::isnan(rounded) && std::isnan(got) ? 0.0 : std::numeric_limits<double>::infinity();
  if (std::isinf(rounded) || std::isinf(got))
    return rounded == got ? 0.0 : std::numeric_limits<double>::infinity();
  const T size = std::abs(rounded);
  // The spacing just below a power of two is half of that above: measure with the wider one.
  const T unit = size < std::numeric_limits<T>::min()
                     ? std::numeric_limits<T>::denorm_min()
                     : std::ldexp(std::numeric_limits<T>::epsilon(), std::ilogb(size));
  return static_cast<double>(std::abs(static_cast<long double>(got) - exact) / unit);
}

}  // namespace renyi::test
