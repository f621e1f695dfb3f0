// The flags of `renyi fit vae`, and what they stand for once the images are known.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/image_input.hpp"
#include "cli/resume.hpp"
#include "renyi/data/image_set.hpp"
#include "renyi/inference/fit_vae.hpp"
#include "renyi/nn/network_layout.hpp"

namespace renyi::cli {

struct VaeFlags {
  std::string images = {};
  bool stream = false;
  std::string model = {};
  VaePreset preset = VaePreset::standard;
  std::optional<std::int64_t> layers = {};
  std::optional<VaeArchitecture> architecture = {};
  std::optional<Activation> activation = {};
  std::optional<PixelModel> likelihood = {};
  std::optional<PixelMean> mean = {};
  std::optional<double> sd = {};
  std::optional<bool> binarise = {};
  std::optional<bool> invert = {};
  std::optional<bool> transpose = {};
  std::string variable = {};
  std::int64_t height = 0;
  std::int64_t width = 0;
  Alpha alpha = Alpha::iwae();
  bool choose_alpha = false;
  std::optional<std::int64_t> draws = {};
  std::optional<std::int64_t> batch = {};
  std::optional<std::int64_t> epochs = {};
  std::optional<double> learning_rate = {};
  std::optional<Schedule> schedule = {};
  Estimator estimator = Estimator::reparameterised;
  std::optional<Backward> backward = {};
  double averaging = 0.0;
  double clip = 0.0;
  double validate_share = 0.0;
  std::string validate_images = {};
  std::int64_t validate_draws = 50;
  std::int64_t patience = 0;
  std::int64_t image_shards = 0;
  ResumeFlags run = {};

  template <class Self, class Visitor>
  static void describe(Self& self, Visitor&& field) {
    field("images", self.images,
          "IDX, NPY, MAT or a table, plain or gzip; - is stdin; or a folder of PNG files");
    field("stream", self.stream,
          "leave IDX or NPY images in their file and read them as they are needed");
    field("model", self.model, "file to save the model to");
    field("preset", self.preset,
          "what auto stands for: the paper's settings for its data sets, or those for others");
    field("layers", self.layers, "stochastic layers of the preset, 1 or 2; auto: 1");
    field("architecture", self.architecture,
          "as the paper writes it: deterministic and stochastic layers from the images to the "
          "prior; auto: the preset's, d200-d200-s50 with one layer in standard");
    field("activation", self.activation, "of the deterministic layers; auto: tanh, frey: softplus");
    field("likelihood", self.likelihood, "of a pixel; auto: bernoulli, frey: gaussian");
    field("mean", self.mean,
          "how a Gaussian pixel's mean comes about; auto: sigmoid, or linear where pixels are not "
          "from "
          "0 to 1");
    field("sd", self.sd, "of gaussian-fixed-sd; auto: 1");
    field("binarise", self.binarise,
          "draw every pixel anew at each use, white with its grey level as probability; auto: "
          "where a Bernoulli meets greys; as in the paper with its presets");
    field("invert", self.invert, "turn pixels x into 1 - x; auto: with caltech");
    field("transpose", self.transpose,
          "the file has pixels column after column; auto: with caltech");
    field("variable", self.variable, "name of the array in a MAT file that holds several");
    field("height", self.height, "of an image, where the file does not say; 0: not known");
    field("width", self.width, "of an image, where the file does not say; 0: not known");
    field("alpha", self.alpha, "order of the bound; 0 is the importance-weighted one");
    field("choose-alpha", self.choose_alpha,
          "instead: the order at which K draws estimate log p(x) without bias, by a pilot fit of a "
          "tenth of the epochs at order 0; -inf where none does");
    field("draws", self.draws, "draws of each image in a step, K; auto: 5");
    field("batch", self.batch, "images of a step; auto: 100, or the preset's");
    field("epochs", self.epochs, "passes over the images; auto: 100, or the preset's");
    field("learning-rate", self.learning_rate, "size of a step; auto: 0.001, frey: 0.0005");
    field("schedule", self.schedule,
          "auto: cosine:0.01, or the preset's; constant, exponential:LAST, step:EPOCHSxFACTOR, "
          "cosine, cosine:LAST or stages:EPOCHSxRATE,...");
    field("estimator", self.estimator, "of the gradient");
    field("backward", self.backward,
          "draws that are pulled back; auto: one where alpha is -inf or inf, else all");
    field("averaging", self.averaging,
          "share of the run, at its end, whose parameters are averaged");
    field("clip", self.clip, "longest gradient; 0: any");
    field("validate", self.validate_share,
          "share of the images kept apart, by whose bound of order 0 the best epoch is chosen");
    field("validate-images", self.validate_images, "instead: a file of images to choose it by");
    field("validate-draws", self.validate_draws, "draws of each image kept apart");
    field("patience", self.patience, "epochs without a better one until the run ends; 0: all run");
    field("image-shards", self.image_shards,
          "shards of a minibatch's images, which threads and processes share out; 0: one for 25 "
          "images, at least two. One is faster on one thread; last digits depend on it");
    ResumeFlags::describe(self.run, field);
  }

  // Throws UsageError that names the flag.
  void validate() const;

  bool has_validation() const { return validate_share > 0.0 || !validate_images.empty(); }

  // How files of images are read.
  ImageOptions image_options() const;

  // For images that were read so.
  VaeOptions options(const ImageSet& data, const PixelFacts& facts, std::uint64_t seed) const;
};

}  // namespace renyi::cli
