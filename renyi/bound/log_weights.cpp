#include "renyi/bound/log_weights.hpp"

#include <fmt/format.h>

#include <limits>

#include "renyi/core/error.hpp"

namespace renyi {

void require_log_weights(std::span<const double> column, Index index) {
  for (std::size_t k = 0; k < column.size(); ++k)
    if (!(column[k] < std::numeric_limits<double>::infinity()))
      throw NumericalError(
          fmt::format("log-weight of draw {} in column {}: expected a number or -inf, found {}",
                      k + 1, index + 1, column[k]));
}

}  // namespace renyi
