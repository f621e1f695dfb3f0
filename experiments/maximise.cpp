#include "experiments/maximise.hpp"

#include <boost/math/tools/minima.hpp>
#include <limits>

namespace renyi {

Maximum maximise(const std::function<double(double)>& f, double low, double high) {
  constexpr int bits = std::numeric_limits<double>::digits / 2;  // more are rounding, says Boost
  const auto [at, least] =
      boost::math::tools::brent_find_minima([&](double x) { return -f(x); }, low, high, bits);
  return {at, -least};
}

}  // namespace renyi
