// A bound over a whole matrix of log-weights as one number with its errors.
#pragma once

#include <optional>

#include "renyi/bound/alpha.hpp"
#include "renyi/core/matrix.hpp"

namespace renyi {

struct Estimate {
  double value = 0.0;  // mean of the columns' bounds
  // Of that mean over columns (datapoints); none with one column or where a bound is not finite.
  std::optional<double> standard_error;
  // Of that mean by the draws alone, by the delta method; none for K = 1, at ±inf, or where a bound
  // is not finite. Meaningful only inside the interval of orders that diagnostics.hpp gives.
  std::optional<double> monte_carlo_error;
  // Mean over columns of 1 / sum_k c_k^2 with the coefficients c: how many draws carry the bound.
  double effective_draws = 0.0;
};

// log_weights is K x B, K and B at least 1 (UsageError); throws as renyi_bound does.
Estimate estimate_bound(Alpha alpha, const ConstMatrixRef& log_weights);

}  // namespace renyi
