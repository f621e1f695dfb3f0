// Rows kept apart at random: to stop training by, to calibrate intervals with.
#pragma once

#include <cstdint>
#include <vector>

#include "renyi/core/matrix.hpp"

namespace renyi {

struct Holdout {
  std::vector<Index> kept = {};  // both in the order of the rows
  std::vector<Index> apart = {};
};

// `share` of the rows, to the nearest whole number but at least 1, are set apart; the choice is a
// function of the seed and `step`, which tells several choices of one run apart. Throws UsageError
// unless 0 < share < 1 and both parts have a row.
Holdout hold_out(const std::vector<Index>& rows, double share, std::uint64_t seed,
                 std::uint32_t step);

}  // namespace renyi
