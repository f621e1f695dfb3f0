#include "cli/vae_flags.hpp"

#include <fmt/format.h>

#include "cli/field_text.hpp"
#include "renyi/core/error.hpp"

namespace renyi::cli {
namespace {

template <class T>
void take(const std::optional<T>& given, T& value) {
  if (given) value = *given;
}

}  // namespace

void VaeFlags::validate() const {
  run.checkpoint.validate(model);
  if (epochs && *epochs < 1)
    throw UsageError(fmt::format("--epochs: expected at least 1, found {}", *epochs));
  if (layers && architecture)
    throw UsageError("--layers: expected only one of --layers and --architecture, found both");
  if (!(validate_share >= 0.0 && validate_share < 1.0))
    throw UsageError(
        fmt::format("--validate: expected a share from 0 to below 1, found {}", validate_share));
  if (validate_share > 0.0 && !validate_images.empty())
    throw UsageError(
        "--validate: expected only one of --validate and --validate-images, found both");
  if (validate_draws < 1)
    throw UsageError(
        fmt::format("--validate-draws: expected at least 1, found {}", validate_draws));
  if (choose_alpha && alpha != Alpha::iwae())
    throw UsageError(fmt::format(
        "--choose-alpha: expected only one of --alpha and --choose-alpha, found both, --alpha {}",
        alpha.to_string()));
  if (choose_alpha && draws == 1)
    throw UsageError("--choose-alpha: expected --draws of at least 2: with one all orders are one");
  if (patience > 0 && !has_validation())
    throw UsageError(
        "--patience: expected --validate SHARE or --validate-images FILE to go by, found none");
  with_flags([&] {
    image_options().validate();
    const VaeOptions all = options({}, {}, 1);
    all.validate();
    if (sd && all.likelihood.model != PixelModel::gaussian_fixed_sd)
      throw UsageError(fmt::format("sd: expected the likelihood gaussian-fixed-sd, found {}",
                                   to_string(all.likelihood.model)));
    if (mean && all.likelihood.model == PixelModel::bernoulli)
      throw UsageError("mean: expected a Gaussian likelihood, found bernoulli");
    if (learning_rate && own_epochs(all.train.schedule) > 0)
      throw UsageError(fmt::format(
          "learning-rate: expected a schedule without rates of its own, found {}; give --schedule",
          to_string(all.train.schedule)));
  });
}

ImageOptions VaeFlags::image_options() const {
  const ImageTreatment usual = vae_preset(preset, 1).treatment;
  return {.invert = invert.value_or(usual.invert),
          .transpose = transpose.value_or(usual.transpose),
          .variable = variable,
          .height = height,
          .width = width};
}

VaeOptions VaeFlags::options(const ImageSet& data, const PixelFacts& facts,
                             std::uint64_t seed) const {
  VaeOptions options = vae_preset(preset, layers.value_or(1));
  take(architecture, options.architecture);
  take(activation, options.activation);
  take(likelihood, options.likelihood.model);
  if (facts.leave_unit) options.likelihood.mean = PixelMean::linear;
  take(mean, options.likelihood.mean);
  take(sd, options.likelihood.sd);

  const ImageOptions read = image_options();
  const bool is_bernoulli = options.likelihood.model == PixelModel::bernoulli;
  const bool usual = preset == VaePreset::standard ? facts.has_greys : options.treatment.binarise;
  options.treatment = {.height = data.height,
                       .width = data.width,
                       .binarise = binarise.value_or(is_bernoulli && usual),
                       .invert = read.invert,
                       .transpose = read.transpose};

  TrainOptions& train = options.train;
  train.alpha = alpha;
  take(draws, train.draws);
  take(batch, train.batch);
  take(learning_rate, train.learning_rate);
  if (schedule) {
    train.schedule = *schedule;
    if (own_epochs(*schedule) > 0) train.epochs = 0;
  }
  take(epochs, train.epochs);
  train.estimator = estimator;
  train.backward = backward.value_or(alpha.is_finite() ? Backward::all : Backward::one);
  train.averaging = averaging;
  train.clip = clip;
  train.patience = patience;
  train.seed = seed;
  options.image_shards = image_shards;
  return options;
}

}  // namespace renyi::cli
