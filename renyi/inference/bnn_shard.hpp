// A Bayesian network's draws, a shard of a minibatch's at a time: forward to log-weights, backward
// to sums over draws. How shards are shared out and combined is bnn_objective.cpp's.
#pragma once

#include <vector>

#include "renyi/core/aligned_vector.hpp"
#include "renyi/inference/bnn_objective.hpp"
#include "renyi/nn/draw_network.hpp"

namespace renyi {

// A minibatch's draws are shared out in so many shards at most.
inline constexpr Index most_bnn_shards = 8;

// What the shards of one minibatch share. noise, hidden and outputs have each draw's own place.
template <class T>
struct BnnBatch {
  BnnSpec model;
  NetworkLayout layout;

  Index data_rows = 0;   // of the whole data set, N
  Index batch_rows = 0;  // of the whole minibatch, M, of which these may be a part
  Index rows = 0, draws = 0;
  AlignedVector<T> inputs;    // input_lines lines
  std::vector<T> targets;     // rows
  AlignedVector<T> mean, sd;  // P, and room behind
  double log_sd_sum = 0.0, log_variance = 0.0;
  AlignedVector<float> noise;  // K x weights_room
  AlignedVector<T> hidden;     // K x hidden_lines lines
  std::vector<T> outputs;      // K x rows x outputs

  explicit BnnBatch(const BnnSpec& m) : model(m), layout(m.network) {}
  // For so many rows and draws.
  void reserve();
  // A row's inputs and target, in floats or doubles.
  template <class From>
  void set_row(Index row, const From* from, T target) {
    const Index stride = kernels::padded(rows);
    for (Index j = 0; j < model.network.inputs; ++j)
      inputs[static_cast<std::size_t>(j * stride + row)] = static_cast<T>(from[j]);
    targets[static_cast<std::size_t>(row)] = target;
  }

  Index weights() const { return layout.parameters(); }
  // Numbers of an array of all weights that kernels read in whole vectors.
  Index weights_room() const { return kernels::padded(weights()); }
  double scale() const { return static_cast<double>(data_rows) / static_cast<double>(batch_rows); }
  // Of log p0 - log q, in the one bound of a minibatch: parts of its rows have parts of it.
  double prior_share() const { return static_cast<double>(rows) / static_cast<double>(batch_rows); }
  bool by_row() const { return model.grouping == Grouping::row; }
  double prior_variance() const { return model.family.prior_sd * model.family.prior_sd; }
  T* hidden_of(Index draw) {
    return hidden.data() + draw * layout.hidden_lines() * kernels::padded(rows);
  }
  T* outputs_of(Index draw) { return outputs.data() + draw * rows * model.network.outputs; }
  LikelihoodRows<T> likelihood_rows(Index draw);
};

// What a shard adds up over its draws.
template <class T>
struct BnnSums {
  bool empty = true;  // then slopes and products mean nothing
  double score = 0.0, log_variance = 0.0;
  // Of d log w / d theta, and of that times the noise; with room behind.
  AlignedVector<T> slopes = {}, noise_products = {};
  // Where path and score differ: see add_noise. Empty where they never did.
  std::vector<double> path_noise = {}, path_square = {};
};

// What a thread needs for the draws of one shard, and what it adds up over them.
template <class T>
class BnnShard {
 public:
  void reserve(const BnnBatch<T>& batch);

  // Draws weights, and fills the draws' rows of log_weights.
  void forward(BnnBatch<T>& batch, Index begin, Index end, const Stream& stream,
               Matrix& log_weights);

  // The derivatives of log_weights times their coefficients, added up over draws since clear(); the
  // last draws first, which are the nearest in the cache.
  void clear();
  void backward(BnnBatch<T>& batch, Index begin, Index end,
                const GradientCoefficients& coefficients);

  // Callers may put there what another process has added up.
  BnnSums<T>& sums() { return sums_; }
  const BnnSums<T>& sums() const { return sums_; }

 private:
  void forward(BnnBatch<T>& batch, Index draw, Matrix& log_weights);
  void backward(BnnBatch<T>& batch, Index draw, const GradientCoefficients& coefficients);
  void add_pending(const BnnBatch<T>& batch);
  const T* noise_of(const BnnBatch<T>& batch, Index draw);
  kernels::SquaredNorms draw_weights(const BnnBatch<T>& batch, const T* noise, Index first);
  void add_noise(const BnnBatch<T>& batch, Index draw, double difference);

  std::vector<T> noise_;  // of the draws below, where T is not float
  AlignedVector<T> weights_;
  // Draws that the sums still lack, and their derivatives in the weights.
  std::vector<kernels::DrawGradient<T>> pending_;
  AlignedVector<T> gradients_;
  std::vector<T> output_gradients_;
  std::vector<double> row_values_, row_weights_;
  NetworkScratch<T> scratch_;

  BnnSums<T> sums_;
};

}  // namespace renyi
