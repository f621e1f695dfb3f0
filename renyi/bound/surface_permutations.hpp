// The bound averaged over random subsets of one column's draws, for columns whose exact average
// (surface_exact.hpp) costs too much.
#pragma once

#include <cstdint>
#include <span>

#include "renyi/bound/alpha.hpp"
#include "renyi/core/matrix.hpp"
#include "renyi/core/random.hpp"

namespace renyi {

// A uniformly random order of 0, 1, ..., out.size() - 1, by Fisher and Yates with rejection, so
// that every order is exactly as likely. At most 2^24 elements.
void random_permutation(const Stream& stream, Position position, std::span<std::uint32_t> out);

struct SubsetEstimate {
  double mean = 0.0;
  double variance = 0.0;  // of that mean, by the random orders alone
};

// out[a * sizes.size() + i] = estimate of what average_over_subsets() gives for alphas[a] and
// sizes[i]; unbiased. Permutation r < permutations is that of (row, draw r) in the stream; all its
// floor(K / k) disjoint blocks of k draws count, which makes k = 1 and k = K exact. Preconditions
// as there, but log_weights in any order; permutations >= 2.
void estimate_over_subsets(std::span<const Alpha> alphas, std::span<const double> log_weights,
                           std::span<const Index> sizes, std::int64_t permutations,
                           const Stream& stream, std::uint64_t row, std::span<SubsetEstimate> out);

}  // namespace renyi
