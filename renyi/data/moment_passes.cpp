#include "renyi/data/moment_passes.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace renyi {

// In units of a power of two, which rounds nothing, neither sums nor squares overflow; a second
// pass over the differences keeps the digits of a small spread around a large mean.
void MomentPasses::add(double value) {
  switch (pass_) {
    case Pass::range:
      low_ = std::min(low_, value);
      high_ = std::max(high_, value);
      break;
    case Pass::mean:
      sum_.add(value / unit_);
      break;
    case Pass::correction: {
      const double centred = value / unit_ - shift_;
      sum_.add(centred);
      widest_ = std::max(widest_, std::abs(centred));
      break;
    }
    case Pass::variance: {
      const double rest = (value / unit_ - shift_ - correction_) / widest_;
      sum_.add(rest * rest);
      break;
    }
    case Pass::done:
      break;
  }
}

void MomentPasses::end_pass() {
  const LaneSum sum = std::exchange(sum_, {});
  switch (pass_) {
    case Pass::range: {
      if (low_ == high_) {
        moments_.mean = low_;
        pass_ = Pass::done;
        return;
      }
      int exponent = 0;
      std::frexp(std::max(std::abs(low_), std::abs(high_)), &exponent);
      unit_ = std::ldexp(1.0, exponent - 1);
      pass_ = Pass::mean;
      return;
    }
    case Pass::mean:
      shift_ = sum.mean();
      pass_ = Pass::correction;
      return;
    case Pass::correction:
      correction_ = sum.mean();
      pass_ = Pass::variance;
      return;
    case Pass::variance: {
      const double scale = unit_ * (widest_ * std::sqrt(sum.mean()));
      moments_ = {.mean = unit_ * (shift_ + correction_), .scale = scale > 0.0 ? scale : 1.0};
      pass_ = Pass::done;
      return;
    }
    case Pass::done:
      return;
  }
}

}  // namespace renyi
