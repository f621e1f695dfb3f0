// Which rows a step of training sees: a fresh order of all rows in every epoch, cut into batches.
// What is done with the rows is left to the objective.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "renyi/core/matrix.hpp"

namespace renyi {

class Minibatches {
 public:
  // Batches of `batch` rows, or of all where there are fewer. Throws UsageError unless both are at
  // least 1.
  Minibatches(Index rows, Index batch, std::uint64_t seed);

  Index batch_size() const { return batch_; }  // of every batch but the last
  Index per_epoch() const { return (std::ssize(order_) + batch_ - 1) / batch_; }

  // Batch `index` of an epoch, which is a function of (seed, epoch, index) alone; the last one of
  // an epoch holds what is left. Valid until the next call. Costs a permutation when the epoch
  // differs from the last call's, and allocates nothing.
  std::span<const Index> rows(std::int64_t epoch, Index index);

 private:
  void shuffle(std::int64_t epoch);

  std::vector<Index> order_;
  Index batch_;
  std::uint64_t seed_;
  std::int64_t epoch_ = -1;
};

}  // namespace renyi
