#include "renyi/bound/estimate.hpp"

#include <cmath>

#include "renyi/bound/renyi_bound.hpp"
#include "renyi/core/error.hpp"

namespace renyi {
namespace {

// Below this |1-alpha| the coefficients differ from 1/K by too few digits to be divided by it; the
// variance is then that of the log-weights up to a relative error of the same size.
constexpr double nearly_vi = 1e-6;

// The squared standard error of one column's bound. With c = v / sum v and v = w^(1-alpha), the
// delta method gives var(v) / (K mean(v)^2 (1-alpha)^2) in terms of c alone.
double column_variance(Alpha alpha, const ConstVectorRef& log_weights,
                       const ConstVectorRef& coefficients) {
  const auto draws = static_cast<double>(log_weights.size());
  if (std::abs(alpha.power()) < nearly_vi)
    return (log_weights.array() - log_weights.mean()).square().sum() / (draws - 1.0) / draws;
  const double spread = (coefficients.array() - 1.0 / draws).square().sum();
  return draws * spread / (draws - 1.0) / (alpha.power() * alpha.power());
}

}  // namespace

Estimate estimate_bound(Alpha alpha, const ConstMatrixRef& log_weights) {
  if (log_weights.cols() == 0)
    throw UsageError("estimate_bound: expected at least one column, found none");
  const Bound bound = renyi_bound(alpha, log_weights);
  const auto columns = static_cast<double>(log_weights.cols());

  Estimate estimate;
  estimate.value = bound.values.mean();
  estimate.effective_draws = bound.coefficients.colwise().squaredNorm().cwiseInverse().mean();
  if (!std::isfinite(estimate.value)) return estimate;

  if (log_weights.cols() > 1) {
    const double squares = (bound.values.array() - estimate.value).square().sum();
    estimate.standard_error = std::sqrt(squares / (columns - 1.0) / columns);
  }
  if (log_weights.rows() > 1 && alpha.is_finite()) {
    double variance = 0.0;
    for (Index b = 0; b < log_weights.cols(); ++b)
      variance += column_variance(alpha, log_weights.col(b), bound.coefficients.col(b));
    estimate.monte_carlo_error = std::sqrt(variance) / columns;
  }
  return estimate;
}

}  // namespace renyi
