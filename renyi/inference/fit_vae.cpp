#include "renyi/inference/fit_vae.hpp"

#include <fmt/format.h>

#include <utility>

#include "renyi/core/error.hpp"
#include "renyi/nn/network_layout.hpp"

namespace renyi {
namespace {

VaeSpec spec_of(const VaeOptions& options, Index pixels) {
  return {.pixels = pixels,
          .architecture = options.architecture,
          .activation = options.activation,
          .likelihood = options.likelihood};
}

// Of Burda et al. (2016): eight stages of ratio^i epochs, batches of 20.
void set_stages(std::int64_t ratio, TrainOptions& train) {
  train.batch = 20;
  train.learning_rate = 1e-3;
  train.schedule = growing_stages(8, ratio, 1e-3);
  train.adam = AdamOptions::burda();
}

}  // namespace

void VaeOptions::validate() const {
  if (treatment.binarise && likelihood.model != PixelModel::bernoulli)
    throw UsageError("binarise: expected the likelihood bernoulli, found a Gaussian");
  if (image_shards < 0)
    throw UsageError(fmt::format("image-shards: expected at least 0, found {}", image_shards));
  VaeNetworks{spec_of(*this, 1)};
  train.validate();
}

VaeOptions vae_preset(VaePreset preset, Index layers) {
  const bool one_only = preset == VaePreset::frey || preset == VaePreset::caltech;
  if (layers < 1 || layers > (one_only ? 1 : 2))
    throw UsageError(fmt::format("layers: expected 1{}, as the preset {} has, found {}",
                                 one_only ? "" : " or 2", to_string(preset), layers));
  VaeOptions options;
  options.architecture =
      parse_architecture(layers == 1 ? "d200-d200-s50" : "d200-d200-s100-d100-d100-s50");
  options.train.alpha = Alpha::iwae();
  options.train.draws = 5;
  switch (preset) {
    case VaePreset::standard:
      options.train.batch = 100;
      options.train.epochs = 100;
      options.train.schedule = CosineDecay{.last = 0.01};
      break;
    case VaePreset::frey:
      options.architecture = parse_architecture("d200-d200-s20");
      options.activation = Activation::softplus;
      options.likelihood = {.model = PixelModel::gaussian, .mean = PixelMean::sigmoid};
      options.train.batch = 100;
      options.train.learning_rate = 5e-4;
      options.train.epochs = 1000;
      break;
    case VaePreset::caltech:
      options.architecture = parse_architecture("d500-s200");
      options.treatment.invert = options.treatment.transpose = true;
      set_stages(2, options.train);
      break;
    case VaePreset::mnist:
    case VaePreset::omniglot:
      options.treatment.binarise = true;
      set_stages(3, options.train);
      break;
  }
  return options;
}

VaeModel vae_model(const VaeOptions& options, Index pixels, VectorF parameters) {
  return {.spec = spec_of(options, pixels),
          .parameters = std::move(parameters),
          .treatment = options.treatment};
}

double flops_an_image(const VaeNetworks& networks, const TrainOptions& train) {
  const VaeNetworks::Flops flops = networks.flops();
  const auto draws = static_cast<double>(train.draws);
  const double of_draw = flops.draw_forward + flops.draw_backward;
  return flops.image_forward + flops.image_backward +
         (train.backward == Backward::all ? draws * of_draw : draws * flops.draw_forward + of_draw);
}

CheckpointIdentity vae_identity(const VaeOptions& options, const std::string& data) {
  const PixelLikelihood& likelihood = options.likelihood;
  const ImageTreatment& treatment = options.treatment;
  std::map<std::string, std::string> texts = {
      {"architecture", to_string(options.architecture)},
      {"activation", std::string(to_string(options.activation))},
      {"likelihood", std::string(to_string(likelihood.model))},
      {"mean", std::string(to_string(likelihood.mean))},
      {"treatment", fmt::format("binarise {:d} invert {:d} transpose {:d}", treatment.binarise,
                                treatment.invert, treatment.transpose)}};
  if (likelihood.model == PixelModel::gaussian_fixed_sd)
    texts["sd"] = fmt::to_string(likelihood.sd);
  if (options.image_shards > 0) texts["image-shards"] = fmt::to_string(options.image_shards);
  return checkpoint_identity("vae", options.train, std::move(texts), data);
}

VaeFit fit_vae(const VaeOptions& options, const RowsView& images, BasicTrainState<float>& state,
               ThreadPool* pool, BasicTrainHooks<float> hooks) {
  options.validate();
  VaeObjective<float> objective(spec_of(options, images.cols()), images, options.treatment.binarise,
                                pool, hooks.processes, options.image_shards);
  if (state.parameters.size() == 0)
    state = start_at<float>(objective.networks().start(options.train.seed, mean_row(images)));
  hooks.pool = pool;
  VaeFit fit;
  fit.training = train(objective, state, options.train, hooks);
  fit.model = vae_model(options, images.cols(), fit.training.parameters);
  return fit;
}

}  // namespace renyi
