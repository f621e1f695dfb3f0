// The log-weight of an auto-encoder by its definition: plain loops, double precision, one draw. It
// shares nothing with the library but the description of the model; parameters are those of the
// encoders from the data upwards, then of the decoders, layer by layer, weights before biases.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "renyi/models/vae_networks.hpp"

namespace renyi::testing {

using Numbers = std::vector<double>;

// Reads its parameters from `at` on, which it moves behind them.
inline Numbers naive_network(const double*& at, const std::vector<Index>& hidden, Index outputs,
                             Activation activation, Numbers x) {
  std::vector<Index> widths = hidden;
  widths.push_back(outputs);
  for (std::size_t l = 0; l < widths.size(); ++l) {
    Numbers out(static_cast<std::size_t>(widths[l]), 0.0);
    for (const double from : x)
      for (double& to : out) to += from * *at++;
    for (double& to : out) {
      to += *at++;
      if (l + 1 == widths.size()) continue;
      if (activation == Activation::relu) to = to > 0.0 ? to : 0.0;
      if (activation == Activation::tanh) to = std::tanh(to);
      if (activation == Activation::softplus) to = std::log(1.0 + std::exp(to));
    }
    x = out;
  }
  return x;
}

inline double naive_log_normal(double x, double mean, double sd) {
  const double t = (x - mean) / sd;
  return -0.5 * t * t - std::log(sd) - 0.5 * std::log(2.0 * std::numbers::pi);
}

// Outputs are means, then logarithms of standard deviations.
inline double naive_log_normal(const Numbers& x, const Numbers& outputs) {
  double sum = 0.0;
  for (std::size_t j = 0; j < x.size(); ++j)
    sum += naive_log_normal(x[j], outputs[j], std::exp(outputs[x.size() + j]));
  return sum;
}

inline double naive_log_pixels(const PixelLikelihood& likelihood, const Numbers& x,
                               const Numbers& outputs) {
  double sum = 0.0;
  for (std::size_t j = 0; j < x.size(); ++j) {
    const double sigmoid = 1.0 / (1.0 + std::exp(-outputs[j]));
    if (likelihood.model == PixelModel::bernoulli) {
      sum += x[j] * std::log(sigmoid) + (1.0 - x[j]) * std::log(1.0 - sigmoid);
      continue;
    }
    const double mean = likelihood.mean == PixelMean::sigmoid ? sigmoid : outputs[j];
    const double sd =
        likelihood.model == PixelModel::gaussian ? std::exp(outputs[x.size() + j]) : likelihood.sd;
    sum += naive_log_normal(x[j], mean, sd);
  }
  return sum;
}

// All parameters, three times: as the decoders have them, as the encoders have them that make the
// latents, and as the encoders have them in the latents' densities.
struct NaiveParameters {
  const Vector &theta, &phi_path, &phi_density;
};

// noise: that of the first layer, then of the next. Fills latents, if given, layer by layer.
inline double naive_log_weight(const VaeSpec& spec, const NaiveParameters& parameters,
                               const Numbers& image, const double* noise,
                               std::vector<Numbers>* latents = nullptr) {
  const auto& layers = spec.architecture.layers;
  const double* path = parameters.phi_path.data();
  const double* density = parameters.phi_density.data();
  std::vector<Numbers> h = {image};
  double log_weight = 0.0;
  for (const StochasticLayer& layer : layers) {
    const Numbers below = h.back();
    const Numbers head = naive_network(path, layer.hidden, 2 * layer.size, spec.activation, below);
    const auto size = static_cast<std::size_t>(layer.size);
    Numbers drawn(size);
    for (std::size_t j = 0; j < size; ++j) drawn[j] = head[j] + std::exp(head[size + j]) * *noise++;
    log_weight -= naive_log_normal(
        drawn, naive_network(density, layer.hidden, 2 * layer.size, spec.activation, below));
    h.push_back(drawn);
  }
  // The encoders have as many parameters in theta, which are not looked at.
  const double* theta = parameters.theta.data() + (path - parameters.phi_path.data());
  for (std::size_t l = 0; l < layers.size(); ++l) {
    const std::vector<Index> hidden(layers[l].hidden.rbegin(), layers[l].hidden.rend());
    const Index outputs = l > 0                                           ? 2 * layers[l - 1].size
                          : spec.likelihood.model == PixelModel::gaussian ? 2 * spec.pixels
                                                                          : spec.pixels;
    const Numbers out = naive_network(theta, hidden, outputs, spec.activation, h[l + 1]);
    log_weight +=
        l == 0 ? naive_log_pixels(spec.likelihood, h[0], out) : naive_log_normal(h[l], out);
  }
  for (const double top : h.back()) log_weight += naive_log_normal(top, 0.0, 1.0);
  if (latents != nullptr) latents->assign(h.begin() + 1, h.end());
  return log_weight;
}

}  // namespace renyi::testing
