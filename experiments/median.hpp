// The middle of some numbers.
#pragma once

#include <vector>

namespace renyi {

// Of an even number the mean of both in the middle; NaN of none.
double median(std::vector<double> values);

}  // namespace renyi
