// Draws from an auto-encoder's encoders and their log-weights,
//
//   log w = log p(x | h_1) + sum_l log p(h_l | h_l+1) + log p(h_L) - sum_l log q(h_l | h_l-1),
//
// with the derivatives by all parameters. The first encoder is run by the caller, once an image.
// Which draws are made, and what their coefficients are, is left to callers.
#pragma once

#include <vector>

#include "renyi/models/vae_networks.hpp"

namespace renyi {

// Draw r is of image r / per_image.
template <class T>
struct VaeImages {
  const T* images;  // x pixels
  const T* heads;   // outputs of the first encoder
  Index per_image, draws;
};

// Coefficients of each draw's derivatives (bound/estimator.hpp); where that of the model is 0, that
// of the path has to be too, as it is for every estimator.
struct VaeCoefficients {
  const double* model;
  const double* path;
  const double* score;
};

// Where derivatives go, those through the first encoder aside.
template <class T>
struct VaeGradient {
  T* parameters;
  bool is_first;    // nothing is there yet: they are set instead of added
  T* head_outputs;  // added to: derivatives by the outputs of the first encoder
};

template <class T>
class VaeDraws {
 public:
  // For up to `draws` draws at a time; allocates only where it has to grow.
  void reserve(const VaeNetworks& networks, Index draws);

  // draws x all_latents() standard normal numbers, which callers fill before forward().
  T* noise() { return noise_.data(); }

  // Sets log_weights. What backward() needs is kept if it is to follow.
  enum class Keep : bool { nothing, slopes };
  void forward(const VaeNetworks& networks, const T* parameters, const VaeImages<T>& in,
               double* log_weights, Keep keep);

  // The derivatives of sum_r coefficients_r log w_r, after forward() with slopes kept and the same
  // arguments.
  void backward(const VaeNetworks& networks, const T* parameters, const VaeImages<T>& in,
                const VaeCoefficients& coefficients, const VaeGradient<T>& out);

  // The latents of stochastic layer l, draws x latents(l), as forward() left them.
  const T* latents(Index l) const { return levels_[static_cast<std::size_t>(l)].latents.data(); }

 private:
  // Of one stochastic layer.
  struct Level {
    DensePass<T> encoder, decoder;
    std::vector<T> latents, sds, gradients;
    Index noise_at = 0;  // of a draw's numbers
  };
  void pull_back_encoder(const VaeNetworks& networks, Index l, const T* parameters, Index draws,
                         const VaeCoefficients& coefficients, const VaeGradient<T>& out);
  const T* noise_of(const Level& level) const { return noise_.data() + level.noise_at; }

  std::vector<Level> levels_;
  std::vector<T> noise_, input_gradients_;
  std::vector<double> ratios_;
};

}  // namespace renyi
