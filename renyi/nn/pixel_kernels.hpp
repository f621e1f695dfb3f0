// Log-likelihoods of pixels, or any numbers, given a network's outputs, and their derivatives. The
// network is dense_network.hpp's.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "renyi/core/matrix.hpp"
#include "renyi/core/named_enum.hpp"

namespace renyi {

// How outputs become the distribution of a row of D pixels.
enum class PixelModel : std::uint8_t {
  bernoulli,         // D logits
  gaussian,          // D means, then D logarithms of standard deviations
  gaussian_fixed_sd  // D means; one standard deviation, which is not learned
};
enum class PixelMean : std::uint8_t { sigmoid, linear };  // of the Gaussians

template <>
struct EnumNames<PixelModel> {
  static constexpr std::string_view what = "likelihood";
  static constexpr std::array<std::string_view, 3> names = {"bernoulli", "gaussian",
                                                            "gaussian-fixed-sd"};
};
template <>
struct EnumNames<PixelMean> {
  static constexpr std::string_view what = "mean";
  static constexpr std::array<std::string_view, 2> names = {"sigmoid", "linear"};
};

struct PixelLikelihood {
  PixelModel model = PixelModel::bernoulli;
  PixelMean mean = PixelMean::sigmoid;
  double sd = 1.0;  // the fixed one

  Index outputs(Index pixels) const { return model == PixelModel::gaussian ? 2 * pixels : pixels; }
};

namespace kernels {

// Draw r is of image r / per_image. Biases are added to the outputs of each draw on the way: one
// pass over memory less than before it.
template <class T>
struct PixelDraws {
  PixelLikelihood likelihood = {};
  T* outputs = nullptr;
  const T* biases = nullptr;
  const T* images = nullptr;
  Index pixels = 0, per_image = 1, draws = 0;
};

// values[i] = 1 where it is below levels[i], else 0.
void compare_levels(const float* levels, Index size, float* values);

template <class T>
struct PixelKernels {
  // log_weights += log likelihood. The outputs stay as they are.
  void (*add)(const PixelDraws<T>& draws, double* log_weights);
  // The same, and outputs become its derivatives by the outputs.
  void (*add_with_slopes)(const PixelDraws<T>& draws, double* log_weights);
};

// The best for this machine.
template <class T>
const PixelKernels<T>& pixel_kernels();

}  // namespace kernels
}  // namespace renyi
