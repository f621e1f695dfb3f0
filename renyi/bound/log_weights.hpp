// What a log-weight may be: a number or -inf, a weight of zero. What follows from it is left to the
// bounds and diagnostics.
#pragma once

#include <span>

#include "renyi/core/matrix.hpp"

namespace renyi {

// Throws NumericalError that names the first draw of the column that is NaN or +inf. Columns, like
// draws, count from 0 here and from 1 in the message.
void require_log_weights(std::span<const double> column, Index index = 0);

}  // namespace renyi
