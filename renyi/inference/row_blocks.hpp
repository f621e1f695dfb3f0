// Which rows a step sees, in a fresh order in every pass, with memory that does not grow with the
// data: neighbouring rows stay together in blocks where there are very many. minibatches.hpp
// shuffles every row, and remembers the order of all.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "renyi/core/state_archive.hpp"
#include "renyi/inference/minibatches.hpp"

namespace renyi {

class RowBlocks {
 public:
  // More rows than this are shuffled in blocks of ceil(rows / max_blocks): long enough to be read
  // at the memory's speed, and so few of all rows that even a sorted table's order hardly shows.
  static constexpr Index max_blocks = 4096;

  // Throws UsageError unless both are at least 1.
  RowBlocks(Index rows, Index batch, std::uint64_t seed);

  Index batch_size() const { return batch_; }

  // The order is a function of (seed, pass) alone.
  void start(std::int64_t pass);
  // The next batches of the pass, from 1 to max_run() of them, in one array; the pass's last batch
  // is shorter. Empty at its end. Allocates nothing.
  std::span<const Index> next(Index batches = 1);
  // Where in the pass it is; what was given out last is not.
  void archive(StateArchive& archive);
  Index max_run() const { return std::ssize(buffer_) / batch_; }

 private:
  Index rows_, batch_, block_;
  Minibatches order_;  // of blocks
  std::vector<Index> buffer_;
  std::int64_t pass_ = 0;
  Index next_block_ = 0, row_ = 0, end_ = 0;  // rows of the block that are left
};

}  // namespace renyi
