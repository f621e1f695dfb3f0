#include "renyi/autodiff/special.hpp"

#include <math.h>

#include <boost/math/special_functions/digamma.hpp>
#include <cmath>
#include <limits>

namespace renyi {

double log_gamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}

double digamma(double x) {
  if (std::isnan(x) || x == -std::numeric_limits<double>::infinity() ||
      (x <= 0.0 && x == std::floor(x)))
    return std::numeric_limits<double>::quiet_NaN();
  if (x == std::numeric_limits<double>::infinity()) return x;
  using namespace boost::math::policies;
  using Quiet = policy<overflow_error<ignore_error>, domain_error<ignore_error>,
                       pole_error<ignore_error>, promote_double<false>>;
  return boost::math::digamma(x, Quiet());
}

}  // namespace renyi
