// Which rows of a table a fit learns from, and which it keeps apart. What is done with each part is
// left to the callers.
#pragma once

#include <cstdint>
#include <vector>

#include "renyi/core/matrix.hpp"

namespace renyi {

struct RowParts {
  std::vector<Index> learn = {};
  std::vector<Index> validate = {};   // to choose the best epoch by
  std::vector<Index> calibrate = {};  // for conformal intervals
};

struct RowShares {
  double validate = 0.0;   // share of the rows that are not for calibration; 0: none
  double conformal = 0.0;  // level that a fifth of all rows is to calibrate; 0: none
};

// A function of the rows, the shares and the seed. Throws UsageError where a part would be empty,
// or too small for the level.
RowParts part_rows(const std::vector<Index>& rows, const RowShares& shares, std::uint64_t seed);

}  // namespace renyi
