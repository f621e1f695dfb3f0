#include "renyi/models/tilted_mode.hpp"

#include <algorithm>
#include <cmath>

namespace renyi {

TiltedMode tilted_mode(const RowLikelihood& row, double beta, double mean, double variance,
                       double tolerance) {
  // The slope of log p falls with f, so that the mode lies between the mean and where the slope at
  // the mean would lead. The slope of a count y is above
  // y - 1 where f <= 0, and may be beyond the doubles elsewhere.
  const double slope = row.at(mean).first;
  double other = mean + variance * beta * slope;
  if (row.family() == GlmFamily::poisson && other < 0.0)
    other = std::max(other, std::min(0.0, mean + variance * beta * (row.target() - 1.0)));
  double low = std::min(mean, other), high = std::max(mean, other);
  double f = std::isfinite(slope) ? mean : 0.5 * (low + high);
  double sd = std::sqrt(variance), last_step = high - low;
  for (int i = 0; i < 200; ++i) {
    const LikelihoodAt at = row.at(f);
    const double first = beta * at.first - (f - mean) / variance;
    const double second = beta * at.second - 1.0 / variance;
    (first > 0.0 ? low : high) = f;
    double next = f - first / second;
    // Bisection where Newton's steps leave the bracket or do not shrink, as on e^f from above.
    if (!(next >= low && next <= high) || std::abs(next - f) > 0.5 * last_step)
      next = 0.5 * (low + high);
    sd = std::isfinite(second) ? 1.0 / std::sqrt(-second) : sd;
    last_step = std::abs(next - f);
    f = next;
    if (std::isfinite(second) && last_step <= tolerance * sd) break;
  }
  return {f, 1.0 / std::sqrt(1.0 / variance - beta * row.at(f).second)};
}

}  // namespace renyi
