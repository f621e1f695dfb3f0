// Fits an auto-encoder to images: the objective, the start and the trainer put together, and the
// settings of the paper's experiments. Files are others'.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "renyi/inference/checkpoint_identity.hpp"
#include "renyi/inference/train.hpp"
#include "renyi/inference/vae_objective.hpp"
#include "renyi/models/vae_model.hpp"

namespace renyi {

struct VaeOptions {
  VaeArchitecture architecture = {{{.hidden = {200, 200}, .size = 50}}};
  Activation activation = Activation::tanh;
  PixelLikelihood likelihood = {};
  ImageTreatment treatment = {};
  TrainOptions train = {};
  // Of a minibatch, which threads and processes share out; 0: by its length. With 1 a fit on one
  // thread is faster, as it writes one gradient a step. Last digits depend on it.
  Index image_shards = 0;

  // Throws UsageError that names the field.
  void validate() const;
};

enum class VaePreset : std::uint8_t { standard, frey, caltech, mnist, omniglot };

template <>
struct EnumNames<VaePreset> {
  static constexpr std::string_view what = "preset";
  static constexpr std::array<std::string_view, 5> names = {"standard", "frey", "caltech", "mnist",
                                                            "omniglot"};
};

// The paper's, with what its appendix leaves open as docs/decisions.md says; `standard` suits other
// images. `layers` stochastic layers: 1, or 2 where the paper has them (UsageError).
VaeOptions vae_preset(VaePreset preset, Index layers);

struct VaeFit {
  VaeModel model = {};
  BasicFit<float> training = {};
};

// `state`: where the run stands; empty to begin, and left where it ended. Throws as train() does.
VaeFit fit_vae(const VaeOptions& options, const RowsView& images, BasicTrainState<float>& state,
               ThreadPool* pool = nullptr, BasicTrainHooks<float> hooks = {});

// The model that parameters of the objective stand for.
VaeModel vae_model(const VaeOptions& options, Index pixels, VectorF parameters);

// Multiplications and additions that the matrix products of a step take for one image.
double flops_an_image(const VaeNetworks& networks, const TrainOptions& train);

// What a checkpoint of such a fit is a run of; `data` is a fingerprint of the images.
CheckpointIdentity vae_identity(const VaeOptions& options, const std::string& data);

}  // namespace renyi
