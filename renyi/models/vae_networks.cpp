#include "renyi/models/vae_networks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "renyi/core/error.hpp"
#include "renyi/core/random.hpp"

namespace renyi {

VaeNetworks::VaeNetworks(VaeSpec spec) : spec_(std::move(spec)) {
  const auto& layers = spec_.architecture.layers;
  if (layers.empty()) throw UsageError("architecture: expected a stochastic layer, found none");
  if (spec_.likelihood.model == PixelModel::gaussian_fixed_sd &&
      !(spec_.likelihood.sd > 0.0 && std::isfinite(spec_.likelihood.sd)))
    throw UsageError(fmt::format("sd: expected a number above 0, found {}", spec_.likelihood.sd));
  const auto append = [&](std::vector<VaeNetwork>& networks, DenseShape shape) {
    shape.activation = spec_.activation;
    networks.push_back({DenseLayout(std::move(shape)), parameters_});
    parameters_ += networks.back().layout.parameters();
  };
  Index below = spec_.pixels;
  for (const StochasticLayer& layer : layers) {
    append(encoders_, {.inputs = below, .hidden = layer.hidden, .outputs = 2 * layer.size});
    below = layer.size;
    all_latents_ += layer.size;
  }
  for (std::size_t l = 0; l < layers.size(); ++l) {
    const Index outputs = l == 0 ? spec_.likelihood.outputs(spec_.pixels) : 2 * layers[l - 1].size;
    append(decoders_, {.inputs = layers[l].size,
                       .hidden = {layers[l].hidden.rbegin(), layers[l].hidden.rend()},
                       .outputs = outputs});
  }
}

Index VaeNetworks::latents(Index l) const {
  return spec_.architecture.layers[static_cast<std::size_t>(l)].size;
}

std::string VaeNetworks::name(Index parameter) const {
  const auto find = [&](const std::vector<VaeNetwork>& networks, const char* what) {
    std::size_t l = 0;
    while (l + 1 < networks.size() && parameter >= networks[l + 1].offset) ++l;
    return fmt::format("{} {} {}", what, l + 1,
                       networks[l].layout.name(parameter - networks[l].offset));
  };
  return parameter < decoders_.front().offset ? find(encoders_, "encoder")
                                              : find(decoders_, "decoder");
}

VaeNetworks::Flops VaeNetworks::flops() const {
  Flops flops;
  flops.image_forward = encoders_.front().layout.forward_flops();
  flops.image_backward = encoders_.front().layout.backward_flops(false);
  for (std::size_t l = 0; l < decoders_.size(); ++l) {
    flops.draw_forward += decoders_[l].layout.forward_flops();
    flops.draw_backward += decoders_[l].layout.backward_flops(true);
    if (l == 0) continue;
    flops.draw_forward += encoders_[l].layout.forward_flops();
    flops.draw_backward += encoders_[l].layout.backward_flops(true);
  }
  return flops;
}

VectorF VaeNetworks::start(std::uint64_t seed, const VectorF& mean_image) const {
  if (mean_image.size() != spec_.pixels)
    throw UsageError(fmt::format("start: expected a mean image of {} pixels, found {}",
                                 spec_.pixels, mean_image.size()));
  VectorF parameters = VectorF::Zero(parameters_);
  std::uint32_t sequence = 0;
  for (const auto* networks : {&encoders_, &decoders_})
    for (const VaeNetwork& network : *networks)
      for (const DenseLayer& layer : network.layout.layers()) {
        const bool is_pair =
            &layer == &network.layout.layers().back() &&
            (&network != &decoders_.front() || spec_.likelihood.model == PixelModel::gaussian);
        const Index outputs = is_pair ? layer.outputs / 2 : layer.outputs;
        const float range = std::sqrt(6.0f / static_cast<float>(layer.inputs + outputs));
        auto weights =
            parameters.segment(network.offset + layer.offset, layer.inputs * layer.outputs);
        fill_uniform({.seed = seed, .purpose = Purpose::start}, {.draw = sequence++},
                     std::span(weights.data(), static_cast<std::size_t>(weights.size())));
        weights = (2.0f * weights.array() - 1.0f) * range;
      }
  const DenseLayer& last = decoders_.front().layout.layers().back();
  auto biases = parameters.segment(decoders_.front().offset + last.biases(), spec_.pixels);
  const bool is_linear =
      spec_.likelihood.model != PixelModel::bernoulli && spec_.likelihood.mean == PixelMean::linear;
  if (is_linear) {
    biases = mean_image;
  } else {
    const auto p = mean_image.array().max(0.001f).min(0.999f);
    biases = (p / (1.0f - p)).log();
  }
  return parameters;
}

}  // namespace renyi
