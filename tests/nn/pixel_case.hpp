// Draws of images, and their log-likelihoods by definition, for tests of the kernels.
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "renyi/nn/pixel_kernels.hpp"
#include "tests/nn/guarded.hpp"

namespace renyi::test {

inline const PixelLikelihood likelihoods[] = {
    {.model = PixelModel::bernoulli},
    {.model = PixelModel::gaussian, .mean = PixelMean::sigmoid},
    {.model = PixelModel::gaussian, .mean = PixelMean::linear},
    {.model = PixelModel::gaussian_fixed_sd, .mean = PixelMean::sigmoid, .sd = 0.25},
    {.model = PixelModel::gaussian_fixed_sd, .mean = PixelMean::linear, .sd = 3.0}};

// By its definition, and the sum of what is added up.
struct LogLikelihood {
  long double value = 0.0L, size = 0.0L;
};
inline LogLikelihood by_definition(const PixelLikelihood& likelihood, const double* outputs,
                                   const double* image, Index pixels) {
  LogLikelihood sum;
  for (Index j = 0; j < pixels; ++j) {
    const long double o = outputs[j], x = image[j];
    if (likelihood.model == PixelModel::bernoulli) {
      const long double log_of_one = -std::log1p(std::exp(-std::abs(o))) + std::min(o, 0.0L);
      const long double log_of_zero = -std::log1p(std::exp(-std::abs(o))) - std::max(o, 0.0L);
      sum.value += x * log_of_one + (1.0L - x) * log_of_zero;
      sum.size += std::abs(o) + 1.0L;
    } else {
      const long double mean =
          likelihood.mean == PixelMean::sigmoid ? 1.0L / (1.0L + std::exp(-o)) : o;
      const long double sd = likelihood.model == PixelModel::gaussian
                                 ? std::exp(static_cast<long double>(outputs[pixels + j]))
                                 : static_cast<long double>(likelihood.sd);
      const long double t = (x - mean) / sd;
      sum.value -=
          0.5L * t * t + std::log(sd) + 0.5L * std::log(2.0L * std::numbers::pi_v<long double>);
      sum.size += t * t + (1.0L + std::abs(mean)) * std::abs(t) / sd + std::abs(std::log(sd));
    }
  }
  return sum;
}

// Six draws of two images, whose pixels are black, white and grey. Without biases.
struct PixelCase {
  PixelLikelihood likelihood;
  Index pixels, draws = 6, per_image = 3;
  Index width = likelihood.outputs(pixels);
  Vector outputs = 2.0 * normal_numbers(draws * width, 1);
  Vector biases = Vector::Zero(width);
  Vector images = (0.5 + 0.75 * normal_numbers(draws / per_image * pixels, 2).array())
                      .max(0.0)
                      .min(1.0)
                      .cast<float>()
                      .cast<double>();
  Vector start = normal_numbers(draws, 3);

  LogLikelihood expected(Index r, const Vector& at) const {
    return by_definition(likelihood, at.data() + r * width, images.data() + r / per_image * pixels,
                         pixels);
  }
};

inline std::vector<PixelCase> pixel_cases() {
  std::vector<PixelCase> list;
  for (const PixelLikelihood& likelihood : likelihoods) {
    for (const Index pixels : row_lengths())
      list.push_back({.likelihood = likelihood, .pixels = pixels});
    list.push_back({.likelihood = likelihood, .pixels = 771});  // a tail behind 96 vectors
  }
  return list;
}

}  // namespace renyi::test
