// A Bayesian network's parameters as the moments that its draws need, and what shards of draws add
// up back as a gradient. The draws are bnn_shard.hpp's.
#pragma once

#include <span>
#include <vector>

#include "renyi/inference/bnn_shard.hpp"

namespace renyi {

// All loops run over fixed pieces of the weights, on the pool if there is one.
template <class T>
class BnnMoments {
 public:
  // Fills the batch's mean, sd, log_sd_sum and log_variance.
  void fill(const Vector& parameters, ThreadPool* pool, BnnBatch<T>& batch);

  // Adds the shards' sums, combined in their order, to the gradient in the parameters of `fill`. At
  // most most_bnn_shards of them.
  void pull_back(const Vector& parameters, const BnnBatch<T>& batch,
                 std::span<const BnnShard<T>> shards, ThreadPool* pool, Vector& gradient) const;

 private:
  std::vector<T> share_;             // P: see kernels::Moments
  std::vector<double> log_sd_sums_;  // one a piece
};

}  // namespace renyi
