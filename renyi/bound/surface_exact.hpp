// The bound averaged over all subsets of one column's draws, without enumerating them. Columns,
// errors and the choice of method are in surface.hpp.
#pragma once

#include <span>

#include "renyi/bound/alpha.hpp"
#include "renyi/core/matrix.hpp"

namespace renyi {

// out[i] = the mean over all subsets S of sizes[i] draws of L̂_{alpha,|S|} (equation 5), to about
// 1e-14 times the spread of the log-weights.
//
// `sorted` holds K log-weights in ascending order, their finite spread below the largest double.
// Every size is in 1..K. Draws of -inf come first; no subset asked for may have the value -inf, so
// sizes exceed the number of -inf draws, of which there are none for alpha >= 1.
void average_over_subsets(Alpha alpha, std::span<const double> sorted, std::span<const Index> sizes,
                          std::span<double> out);

// How many multiply-adds that takes: nodes x K x the largest size, where nodes grows with
// |1-alpha| times the spread but never beyond about 200 K. 0 where no integral is needed.
double cost_of_subsets(Alpha alpha, std::span<const double> sorted, std::span<const Index> sizes);

}  // namespace renyi
