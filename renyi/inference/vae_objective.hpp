// Auto-encoders as an objective: one bound an image. Images of a minibatch are shared out in
// shards, whose gradients are added in their order. What a shard computes is vae_shard.hpp's.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "renyi/core/parallel.hpp"
#include "renyi/inference/objective.hpp"
#include "renyi/inference/ordered_sum.hpp"
#include "renyi/inference/vae_shard.hpp"

namespace renyi {

// So many shards of a minibatch; with 0, enough images each for products of a good size, and two
// shards where there are two images. A function of the minibatch's length alone.
Partition vae_shards(Index images, Index shards = 0);

// The parameters are those of VaeNetworks. T is float, or double to check float; the noise is the
// same. The objective is the sum over the images of a minibatch, its reported value their mean.
template <class T>
class VaeObjective final : public BasicObjective<T> {
 public:
  // images: N x pixels. Where they are to be binarised, a pixel is white with its grey level as
  // probability, anew at every step. Images, pool (which may be null) and communicator must outlive
  // this. Of a minibatch's shards each process takes its share in step(), and reads their images
  // alone; how many there are is vae_shards()'s.
  VaeObjective(const VaeSpec& spec, const RowsView& images, bool binarise, ThreadPool* pool,
               const Processes& processes = {}, Index shards = 0);

  const VaeNetworks& networks() const { return networks_; }

  Index parameters() const override { return networks_.parameters(); }
  Index rows() const override { return images_.rows(); }
  std::string parameter_name(Index parameter) const override { return networks_.name(parameter); }
  double reported(double value, Index rows) const override {
    return value / static_cast<double>(rows);
  }
  void draw(const VectorOf<T>& parameters, std::span<const Index> rows, Index draws,
            const Stream& stream, Matrix& log_weights) override;
  void pull_back(const VectorOf<T>& parameters, const GradientCoefficients& coefficients,
                 VectorOf<T>& gradient) override;
  void step(const VectorOf<T>& parameters, std::span<const Index> rows, Index draws,
            const Stream& stream, Weigher& weigher, GradientSum<T>& gradient) override;

 private:
  using Shards = std::vector<VaeShard<T>>;

  VaeStep<T> step_of(const VectorOf<T>& parameters) const;
  // Takes note of a minibatch, and gives its shards.
  Shards& begin(std::span<const Index> rows, Index draws, const Stream& stream);
  template <class F>
  void each_shard(std::int64_t shards, const F& f);

  VaeNetworks networks_;
  RowsView images_;
  bool binarise_;
  ThreadPool* pool_;
  Processes processes_;
  Index shard_count_;  // as given

  // The minibatch drawn last.
  std::vector<Index> rows_ = {};
  Index draws_ = 0;
  Stream stream_ = {};
  Partition partition_ = {0, 1};
  // For the longest minibatches and for others, so that neither is allocated again.
  std::array<Shards, 2> shards_ = {};
  std::size_t most_rows_ = 0;

  OrderedSum<T> sum_ = {};
  std::vector<const T*> own_gradients_ = {};
};

}  // namespace renyi
