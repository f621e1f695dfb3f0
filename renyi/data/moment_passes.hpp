// The mean and spread of numbers that come again and again, in the same order, but never all at
// once. Those of a vector are standardise.hpp's.
#pragma once

#include <limits>

#include "renyi/data/lane_sum.hpp"

namespace renyi {

struct Moments {
  double mean = 0.0;
  double scale = 1.0;  // standard deviation with ddof = 0; 1 for a constant column
};

// At least one finite number in each pass, the same ones, until is_done(). More do no harm.
class MomentPasses {
 public:
  void add(double value);
  void end_pass();
  bool is_done() const { return pass_ == Pass::done; }

  // Once it is done. Equal numbers have exactly that mean and scale 1, whatever rounding would make
  // of it.
  const Moments& moments() const { return moments_; }

 private:
  enum class Pass : unsigned char { range, mean, correction, variance, done };

  Pass pass_ = Pass::range;
  double low_ = std::numeric_limits<double>::infinity();
  double high_ = -std::numeric_limits<double>::infinity();
  double unit_ = 1.0, shift_ = 0.0, correction_ = 0.0, widest_ = 0.0;
  LaneSum sum_ = {};
  Moments moments_ = {};
};

}  // namespace renyi
