// A fitted auto-encoder: what it was fitted to, its parameters, and what can be done with them
// besides evaluation (inference/vae_scores.hpp): samples, codes, reconstructions. Fitting is
// inference's.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "renyi/core/random.hpp"
#include "renyi/core/tensor.hpp"
#include "renyi/models/vae_networks.hpp"

namespace renyi {

// How a file of images is read for the model, at fitting and ever after.
struct ImageTreatment {
  Index height = 0, width = 0;  // 0: rows are no images
  bool binarise = false;        // grey levels are probabilities, drawn anew at every use
  bool invert = false, transpose = false;
  friend bool operator==(const ImageTreatment&, const ImageTreatment&) = default;
};

struct VaeModel {
  static constexpr std::string_view name = "vae";

  VaeSpec spec = {};
  VectorF parameters = {};  // as VaeNetworks has them
  ImageTreatment treatment = {};

  // Tensors "encoder.1.hidden.1.weight" (inputs x outputs), "decoder.1.output.bias" ... and
  // metadata.
  TensorFile save() const;
  // DataError names `path`.
  static VaeModel load(const TensorFile& file, const std::string& path);
};

// Whether a file holds one.
bool is_vae(const TensorFile& file);

// New images: latents from the prior, decoded; pixels are their means.
MatrixF sample_images(const VaeModel& model, Index count, std::uint64_t seed);

// Means and standard deviations of q(h_layer | ...) of each image, the layers below at their
// means. `layer` counts from 1 (UsageError).
struct LatentCodes {
  MatrixF means, sds;
};
LatentCodes encode_images(const VaeModel& model, const MatrixF& images, Index layer = 1);

// The means of the pixels, decoded from the means of the first layer.
MatrixF reconstruct_images(const VaeModel& model, const MatrixF& images);

// Grey levels as probabilities of white, 1, in numbers that the seed and the image's row fix.
MatrixF binarise_images(const MatrixF& images, std::uint64_t seed);
// One image, with the random numbers of the stream and the row.
void binarise_image(const Stream& stream, std::uint64_t row, const float* image,
                    std::span<float> out);

}  // namespace renyi
