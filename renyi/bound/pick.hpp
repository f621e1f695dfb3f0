// Algorithm 1 of the paper: choose the one draw of each column that is pulled back.
#pragma once

#include <span>

#include "renyi/bound/renyi_bound.hpp"
#include "renyi/core/random.hpp"

namespace renyi {

// picks[b] is draw k of column b with probability bound.coefficients(k, b): proportional to
// w^(1-alpha) at finite orders, 1/K at alpha = 1, the largest weight at -inf (VR-max), the smallest
// at +inf. Hence the gradient of the picked draw's log-weight has the full gradient as its mean.
// Column b uses the random number of row first_row + b, so the choice does not depend on how rows
// are shared out. picks.size() must equal the number of columns.
void pick_draws(const Bound& bound, const Stream& stream, std::uint64_t first_row,
                std::span<Index> picks);

}  // namespace renyi
