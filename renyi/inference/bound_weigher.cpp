#include "renyi/inference/bound_weigher.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "renyi/bound/pick.hpp"
#include "renyi/core/error.hpp"

namespace renyi {

void BoundWeigher::start_step(const TrainOptions& options, std::uint32_t step, bool is_full) {
  alpha_ = options.alpha;
  estimator_ = options.estimator;
  backward_ = options.backward;
  pick_stream_ = {options.seed, Purpose::pick, step};
  is_full_ = is_full;
}

void BoundWeigher::begin(Index bounds, Index blocks) {
  Batch& all = batch();
  all.bounds.setConstant(bounds, std::numeric_limits<double>::quiet_NaN());
  all.effective_draws.resize(bounds);
  if (std::ssize(all.blocks) < blocks) all.blocks.resize(static_cast<std::size_t>(blocks));
}

const GradientCoefficients& BoundWeigher::weigh(Index block, Index first_bound,
                                                const Matrix& log_weights) {
  Batch& all = batch();
  auto& [bound, picks, coefficients] = all.blocks[static_cast<std::size_t>(block)];
  renyi_bound(alpha_, log_weights, bound, first_bound);
  for (Index b = 0; b < bound.values.size(); ++b) {
    if (!std::isfinite(bound.values(b)))
      throw NumericalError(fmt::format("bound {}: expected a number, found {}", first_bound + b + 1,
                                       bound.values(b)));
    all.bounds(first_bound + b) = bound.values(b);
    all.effective_draws(first_bound + b) = 1.0 / bound.coefficients.col(b).squaredNorm();
  }
  if (backward_ == Backward::one) {
    picks.resize(static_cast<std::size_t>(bound.values.size()));
    pick_draws(bound, pick_stream_, static_cast<std::uint64_t>(first_bound), picks);
    gradient_coefficients(estimator_, alpha_, bound, picks, coefficients);
  } else {
    gradient_coefficients(estimator_, alpha_, bound, coefficients);
  }
  return coefficients;
}

// Pairs of a bound and its effective draws, padded to whole shards.
void BoundWeigher::share(Communicator& communicator, const Partition& shards) {
  Batch& all = batch();
  const Index each = 2 * shards.size(0);
  shared_.resize(static_cast<std::size_t>(shards.shards() * each));
  for (Index b = 0; b < all.bounds.size(); ++b) {
    shared_[static_cast<std::size_t>(2 * b)] = all.bounds(b);
    shared_[static_cast<std::size_t>(2 * b + 1)] = all.effective_draws(b);
  }
  communicator.all_gather(shared_.data(), shards.shards(), each);
  for (Index b = 0; b < all.bounds.size(); ++b) {
    all.bounds(b) = shared_[static_cast<std::size_t>(2 * b)];
    all.effective_draws(b) = shared_[static_cast<std::size_t>(2 * b + 1)];
  }
}

double BoundWeigher::sum_of_bounds() const { return batch().bounds.sum(); }

double BoundWeigher::effective_draws() const {
  double sum = 0.0;
  for (const double draws : batch().effective_draws) sum += draws;
  return sum / static_cast<double>(batch().effective_draws.size());
}

}  // namespace renyi
