// The networks of an auto-encoder and where their parameters stand. With x = h_0 and L stochastic
// layers, encoder l gives q(h_l | h_l-1), a Gaussian, and decoder l gives p(h_l-1 | h_l), a
// Gaussian or for l = 1 the pixels' distribution; p(h_L) is standard normal. What is done with them
// is vae_draws.hpp's.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "renyi/models/vae_architecture.hpp"
#include "renyi/nn/dense_network.hpp"
#include "renyi/nn/pixel_kernels.hpp"

namespace renyi {

struct VaeSpec {
  Index pixels = 1;
  VaeArchitecture architecture = {};
  Activation activation = Activation::tanh;
  PixelLikelihood likelihood = {};
};

struct VaeNetwork {
  DenseLayout layout;
  Index offset = 0;  // of its parameters
};

class VaeNetworks {
 public:
  // Throws UsageError where there are no pixels or no stochastic layer.
  explicit VaeNetworks(VaeSpec spec);

  const VaeSpec& spec() const { return spec_; }
  Index layers() const { return static_cast<Index>(encoders_.size()); }
  // l counts from 0.
  const VaeNetwork& encoder(Index l) const { return encoders_[static_cast<std::size_t>(l)]; }
  const VaeNetwork& decoder(Index l) const { return decoders_[static_cast<std::size_t>(l)]; }
  Index latents(Index l) const;
  Index all_latents() const { return all_latents_; }
  Index parameters() const { return parameters_; }
  // "encoder 1 hidden 2 weight 3,7"; counts from 1.
  std::string name(Index parameter) const;

  // Multiplications and additions of a step: of an image, and of each of its draws.
  struct Flops {
    double image_forward = 0.0, image_backward = 0.0;
    double draw_forward = 0.0, draw_backward = 0.0;
  };
  Flops flops() const;

  // Weights uniform between ±sqrt(6 / (inputs + outputs)), where a Gaussian's means and standard
  // deviations count as two layers; biases 0, but for those of the pixels' means: there the
  // outputs are the mean image, kept within 0.001 and 0.999 where it is behind a sigmoid.
  VectorF start(std::uint64_t seed, const VectorF& mean_image) const;

 private:
  VaeSpec spec_;
  std::vector<VaeNetwork> encoders_, decoders_;
  Index all_latents_ = 0, parameters_ = 0;
};

}  // namespace renyi
