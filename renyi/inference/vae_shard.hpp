// Some images of a minibatch: the first encoder once an image, everything else a draw, forward to
// log-weights and backward to a gradient of their own. How images are shared out and gradients
// combined is vae_objective.hpp's.
#pragma once

#include <span>
#include <vector>

#include "renyi/core/random.hpp"
#include "renyi/core/row_source.hpp"
#include "renyi/inference/objective.hpp"
#include "renyi/models/vae_draws.hpp"

namespace renyi {

// What all shards of a step share.
template <class T>
struct VaeStep {
  const VaeNetworks& networks;
  RowsView images;        // of the whole data set
  bool binarise = false;  // grey levels are the probabilities of white
  const T* parameters = nullptr;
  std::span<const Index> rows = {};  // of the minibatch
  Index draws = 1;                   // K
  Stream stream = {};
};

template <class T>
class VaeShard {
 public:
  // Draws that are computed at a time, so that what is computed of them stays in the cache: those
  // of some images, or a part of one's.
  static constexpr Index most_draws = 512;
  static Index images_at_once(Index draws) { return std::max<Index>(1, most_draws / draws); }

  // Gets images [begin, end) of the minibatch and runs the first encoder. Allocates only where it
  // has to grow.
  void load(const VaeStep<T>& step, Index begin, Index end);

  // log_weights: K of each image, one after another.
  void draw(const VaeStep<T>& step, double* log_weights);
  // Column first_column + i of the coefficients is the shard's image i. This or the next, once
  // after load().
  void pull_back(const VaeStep<T>& step, const GradientCoefficients& coefficients,
                 Index first_column);
  // Both, as many images at once as there is room for; each such block is weighed alone. Writes the
  // gradient to `gradient`, or to memory of its own where that is null.
  void draw_and_pull_back(const VaeStep<T>& step, Weigher& weigher, Index first_block,
                          T* gradient = nullptr);

  // By all parameters, as the last pull-back left it.
  const T* gradient() const { return gradient_; }

 private:
  // A draw that is made again to be pulled back.
  struct Again {
    Index image, draw;
  };

  Index images() const { return end_ - begin_; }
  Index row(const VaeStep<T>& step, Index image) const {
    return step.rows[static_cast<std::size_t>(begin_ + image)];
  }
  VaeImages<T> some_images(const VaeStep<T>& step, Index first, Index count) const;
  void fill_noise(const VaeStep<T>& step, Index image, Index first_draw, Index count, T* noise);
  void forward(const VaeStep<T>& step, Index first, Index count, double* log_weights,
               typename VaeDraws<T>::Keep keep);
  // All draws of one image, where they are too many to keep.
  void draw_parts(const VaeStep<T>& step, Index image, double* log_weights);
  void start_gradient(const VaeStep<T>& step, T* gradient = nullptr);
  void remember(const GradientCoefficients& coefficients, Index first_column, Index first_image,
                Index count);
  void pull_back_remembered(const VaeStep<T>& step);
  void pull_back_encoder(const VaeStep<T>& step);

  Index begin_ = 0, end_ = 0;
  std::vector<T> pixels_;
  std::vector<float> raw_, binary_, float_noise_;
  DensePass<T> encoder_;
  VaeDraws<T> draws_;
  T* gradient_ = nullptr;
  std::vector<T> own_gradient_, head_gradients_;
  bool has_gradient_ = false;
  std::vector<Matrix> log_weights_;  // of each block

  std::vector<Again> again_;
  std::vector<double> model_, path_, score_, again_log_weights_;
  std::vector<T> again_pixels_, again_heads_, again_head_gradients_;
};

}  // namespace renyi
