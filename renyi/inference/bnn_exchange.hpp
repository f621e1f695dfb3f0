// Draws of a Bayesian network on several processes: each has some shards of them, and gets from the
// others their log-weights, then what they added up. All of it is kept shard by shard, so that sums
// do not depend on who computed what.
#pragma once

#include <vector>

#include "renyi/core/communicator.hpp"
#include "renyi/inference/bnn_shard.hpp"

namespace renyi {

template <class T>
class BnnExchange {
 public:
  // draws: the shards' partition. Every process has the rows of log_weights of its share of them.
  void share_log_weights(Communicator& communicator, const Partition& draws, Matrix& log_weights);

  // Every process has the sums of its share of the shards, over so many weights.
  void share_sums(Communicator& communicator, Index weights, std::vector<BnnShard<T>>& shards);

 private:
  std::vector<double> numbers_ = {};
  std::vector<T> sums_ = {};
};

}  // namespace renyi
