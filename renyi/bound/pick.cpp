#include "renyi/bound/pick.hpp"

#include <fmt/format.h>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

// Inverse of the cumulative distribution; a draw of probability 0 is never picked, also when
// rounding leaves the sum a little below `uniform`.
Index invert(std::span<const double> probabilities, double uniform) {
  Index picked = 0;
  double cumulated = 0.0;
  for (std::size_t k = 0; k < probabilities.size(); ++k) {
    if (probabilities[k] == 0.0) continue;
    picked = static_cast<Index>(k);
    cumulated += probabilities[k];
    if (uniform < cumulated) break;
  }
  return picked;
}

}  // namespace

void pick_draws(const Bound& bound, const Stream& stream, std::uint64_t first_row,
                std::span<Index> picks) {
  const Matrix& probabilities = bound.coefficients;
  if (std::ssize(picks) != probabilities.cols())
    throw UsageError(fmt::format("pick_draws: expected room for {} picks, found {}",
                                 probabilities.cols(), picks.size()));
  for (Index b = 0; b < probabilities.cols(); ++b) {
    double uniform = 0.0;
    fill_uniform(stream, {.row = first_row + static_cast<std::uint64_t>(b)},
                 std::span(&uniform, 1));
    picks[static_cast<std::size_t>(b)] = invert(
        {probabilities.col(b).data(), static_cast<std::size_t>(probabilities.rows())}, uniform);
  }
}

}  // namespace renyi
