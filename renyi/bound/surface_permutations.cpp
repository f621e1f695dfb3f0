#include "renyi/bound/surface_permutations.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "renyi/core/log_space.hpp"

namespace renyi {
namespace {

// L̂ of one order on blocks of permuted draws. Powers of weights are taken once a column, so that a
// block costs a sum and a logarithm.
class BlockBound {
 public:
  BlockBound(Alpha alpha, std::span<const double> log_weights)
      : alpha_(alpha), log_weights_(log_weights) {
    const auto [low, high] = std::minmax_element(log_weights.begin(), log_weights.end());
    anchor_ = alpha < Alpha::vi() ? *high : *low;
    if (alpha.is_vi() || !alpha.is_finite()) return;
    // As in renyi_bound.cpp: near alpha = 1 through expm1 and log1p, which lose nothing.
    narrow_ = std::abs(alpha.power()) * (*high - *low) <= 0.5;
    for (const double x : log_weights) {
      const double exponent = x == anchor_ ? 0.0 : alpha.power() * (x - anchor_);
      powers_.push_back(narrow_ ? std::expm1(exponent) : std::exp(exponent));
    }
  }

  double operator()(std::span<const std::uint32_t> block) const {
    const auto size = static_cast<double>(block.size());
    if (alpha_ == Alpha::vr_max()) return fold(block, -infinity, std::fmax);
    if (alpha_ == Alpha::vr_min()) return fold(block, infinity, std::fmin);
    double sum = 0.0;
    if (alpha_.is_vi()) {
      for (const std::uint32_t i : block) sum += (log_weights_[i] - anchor_) / size;
      return anchor_ + sum;
    }
    for (const std::uint32_t i : block) sum += powers_[i];
    if (narrow_) return anchor_ + std::log1p(sum / size) / alpha_.power();
    if (sum > 1e-290) return anchor_ + std::log(sum / size) / alpha_.power();
    return far_from_anchor(block);
  }

 private:
  double fold(std::span<const std::uint32_t> block, double start,
              double (*choose)(double, double)) const {
    for (const std::uint32_t i : block) start = choose(start, log_weights_[i]);
    return start;
  }

  // The column's anchor makes every power of this block underflow: take the block's own.
  double far_from_anchor(std::span<const std::uint32_t> block) const {
    const double own =
        alpha_ < Alpha::vi() ? fold(block, -infinity, std::fmax) : fold(block, infinity, std::fmin);
    double sum = 0.0;
    for (const std::uint32_t i : block) sum += std::exp(alpha_.power() * (log_weights_[i] - own));
    return own + std::log(sum / static_cast<double>(block.size())) / alpha_.power();
  }

  Alpha alpha_;
  std::span<const double> log_weights_;
  double anchor_;
  bool narrow_ = false;
  std::vector<double> powers_;  // w^(1-alpha) relative to the heaviest; less 1 if narrow_
};

double mean_over_blocks(const BlockBound& bound, std::span<const std::uint32_t> order,
                        std::size_t size) {
  const std::size_t blocks = order.size() / size;
  double mean = 0.0;
  for (std::size_t i = 0; i < blocks; ++i)
    mean += (bound(order.subspan(i * size, size)) - mean) / static_cast<double>(i + 1);
  return mean;
}

}  // namespace

void random_permutation(const Stream& stream, Position position, std::span<std::uint32_t> out) {
  std::iota(out.begin(), out.end(), 0U);
  std::vector<std::uint32_t> words(out.size() + 8);
  fill_bits(stream, position, words);
  std::size_t used = 0;
  const auto next = [&] {
    if (used == words.size()) {  // rejections are rare, but may use up the spare words
      words.resize(2 * words.size());
      fill_bits(stream, position, words);
    }
    return words[used++];
  };
  for (std::size_t i = out.size(); i > 1; --i) {
    // Lemire's multiplication: the high word is uniform on 0..i-1 once the low words that would
    // favour some values are rejected.
    const auto range = static_cast<std::uint32_t>(i);
    const std::uint32_t bias = (0U - range) % range;
    std::uint64_t product = 0;
    do product = std::uint64_t{next()} * range;
    while (static_cast<std::uint32_t>(product) < bias);
    std::swap(out[i - 1], out[static_cast<std::size_t>(product >> 32)]);
  }
}

void estimate_over_subsets(std::span<const Alpha> alphas, std::span<const double> log_weights,
                           std::span<const Index> sizes, std::int64_t permutations,
                           const Stream& stream, std::uint64_t row, std::span<SubsetEstimate> out) {
  std::vector<BlockBound> bounds;
  for (const Alpha alpha : alphas) bounds.emplace_back(alpha, log_weights);
  std::fill(out.begin(), out.end(), SubsetEstimate{});
  std::vector<std::uint32_t> order(log_weights.size());
  for (std::int64_t r = 0; r < permutations; ++r) {
    random_permutation(stream, {row, static_cast<std::uint32_t>(r)}, order);
    for (std::size_t a = 0; a < alphas.size(); ++a)
      for (std::size_t i = 0; i < sizes.size(); ++i) {
        const double value = mean_over_blocks(bounds[a], order, static_cast<std::size_t>(sizes[i]));
        SubsetEstimate& estimate = out[a * sizes.size() + i];
        const double change = value - estimate.mean;
        estimate.mean += change / static_cast<double>(r + 1);
        estimate.variance += change * (value - estimate.mean);
      }
  }
  const auto count = static_cast<double>(permutations);
  for (SubsetEstimate& estimate : out) estimate.variance /= (count - 1.0) * count;
}

}  // namespace renyi
