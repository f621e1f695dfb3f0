// An auto-encoder at some parameters with images and noise, for tests of its draws: what the
// library makes of them, and what they are by definition.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "renyi/core/random.hpp"
#include "renyi/models/vae_draws.hpp"
#include "tests/models/naive_vae.hpp"

namespace renyi::testing {

// Standard normal numbers that float holds too.
inline Vector single_normal(Index size, std::uint64_t seed) {
  VectorF v(size);
  fill_normal({.seed = seed}, {}, std::span(v.data(), static_cast<std::size_t>(size)));
  return v.cast<double>();
}

struct VaeCase {
  VaeNetworks networks;
  Index images = 2, per_image = 3, draws = images * per_image;
  Vector parameters, pixels, noise;

  explicit VaeCase(const VaeSpec& spec, std::uint64_t seed = 1)
      : networks(spec),
        parameters(0.3 * single_normal(networks.parameters(), seed)),
        pixels((0.5 + 0.5 * single_normal(images * spec.pixels, seed + 1).array()).max(0).min(1)),
        noise(single_normal(draws * networks.all_latents(), seed + 2)) {
    for (Vector* part : {&parameters, &pixels}) *part = part->cast<float>().cast<double>().eval();
  }
  // Of draw r.
  double log_weight(const NaiveParameters& at, Index r,
                    std::vector<Numbers>* latents = nullptr) const {
    const double* image = pixels.data() + r / per_image * networks.spec().pixels;
    return naive_log_weight(networks.spec(), at, Numbers(image, image + networks.spec().pixels),
                            noise.data() + r * networks.all_latents(), latents);
  }
  double log_weight(Index r, std::vector<Numbers>* latents = nullptr) const {
    return log_weight({parameters, parameters, parameters}, r, latents);
  }
};

// The library's passes over a case.
template <class T>
struct VaeRun {
  using Column = Eigen::Matrix<T, Eigen::Dynamic, 1>;
  const VaeCase& c;
  Column parameters = c.parameters.template cast<T>(), pixels = c.pixels.template cast<T>();
  DensePass<T> encoder;
  VaeDraws<T> draws;
  Column heads;
  Vector log_weights = Vector::Constant(c.draws, -99.0);

  explicit VaeRun(const VaeCase& of) : c(of) {
    const VaeNetwork& first = c.networks.encoder(0);
    encoder.reserve(first.layout, c.images);
    encoder.forward(first.layout, parameters.data() + first.offset, pixels.data(), c.images);
    heads = Eigen::Map<const Column>(encoder.outputs(), c.images * first.layout.shape().outputs);
    draws.reserve(c.networks, c.draws);
  }
  VaeImages<T> all() const { return {pixels.data(), heads.data(), c.per_image, c.draws}; }
  void forward(typename VaeDraws<T>::Keep keep) {
    std::copy(c.noise.begin(), c.noise.end(), draws.noise());
    draws.forward(c.networks, parameters.data(), all(), log_weights.data(), keep);
  }
  // By all parameters, those of the first encoder included.
  Vector gradient(const Matrix& coefficients) {
    forward(VaeDraws<T>::Keep::slopes);
    Column sum = Column::Constant(c.networks.parameters(), T(std::nan("")));  // is not read
    Column by_heads = Column::Zero(heads.size());
    draws.backward(
        c.networks, parameters.data(), all(),
        {coefficients.col(0).data(), coefficients.col(1).data(), coefficients.col(2).data()},
        {sum.data(), true, by_heads.data()});
    finish(by_heads, sum, true);
    return sum.template cast<double>();
  }
  // The chain rule through the first encoder.
  void finish(const Column& by_heads, Column& sum, bool is_first) {
    const VaeNetwork& first = c.networks.encoder(0);
    std::copy(by_heads.begin(), by_heads.end(), encoder.outputs());
    encoder.backward(first.layout, parameters.data() + first.offset, pixels.data(), c.images,
                     {sum.data() + first.offset, nullptr, is_first});
  }
};

inline const PixelLikelihood all_likelihoods[] = {
    {.model = PixelModel::bernoulli},
    {.model = PixelModel::gaussian, .mean = PixelMean::sigmoid},
    {.model = PixelModel::gaussian, .mean = PixelMean::linear},
    {.model = PixelModel::gaussian_fixed_sd, .mean = PixelMean::sigmoid, .sd = 0.5},
    {.model = PixelModel::gaussian_fixed_sd, .mean = PixelMean::linear, .sd = 2.0}};

// One to three stochastic layers with every activation and likelihood.
inline std::vector<VaeSpec> vae_specs() {
  std::vector<VaeSpec> list;
  for (const char* architecture :
       {"s2", "d4-s3", "d5-d4-s2", "s3-s2", "d4-s3-d5-s2", "d4-s2-d3-d4-s3-s1", "s1-d3-s2-d2-s3"})
    for (const PixelLikelihood& likelihood : all_likelihoods)
      for (const Activation activation : {Activation::relu, Activation::tanh, Activation::softplus})
        list.push_back({.pixels = 5,
                        .architecture = parse_architecture(architecture),
                        .activation = activation,
                        .likelihood = likelihood});
  return list;
}

inline std::string describe(const VaeSpec& spec) {
  return to_string(spec.architecture) + " activation " +
         std::to_string(static_cast<int>(spec.activation)) + " likelihood " +
         std::to_string(static_cast<int>(spec.likelihood.model)) + " mean " +
         std::to_string(static_cast<int>(spec.likelihood.mean));
}

}  // namespace renyi::testing
