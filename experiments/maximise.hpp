// The maximum of a function of one variable that rises and then falls, for experiments that know no
// derivative.
#pragma once

#include <functional>

namespace renyi {

struct Maximum {
  double at = 0.0;
  double value = 0.0;
};

// Brent's method between `low` and `high`, where `at` is right to about half of a double's digits.
Maximum maximise(const std::function<double(double)>& f, double low, double high);

}  // namespace renyi
