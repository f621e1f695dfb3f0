// Log-likelihoods of a network's outputs, row by row, and their derivatives. The network is nn's.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "renyi/core/matrix.hpp"
#include "renyi/core/named_enum.hpp"

namespace renyi {

enum class Likelihood : std::uint8_t {
  gaussian,            // one output, the mean; one noise level for all rows
  gaussian_two_heads,  // two outputs, the mean and the log variance of the noise
  bernoulli,           // one output, the logit of class 1; targets are 0 and 1
  categorical          // an output a class, its logit; targets are 0, 1, 2 ...
};

template <>
struct EnumNames<Likelihood> {
  static constexpr std::string_view what = "likelihood";
  static constexpr std::array<std::string_view, 4> names = {"gaussian", "gaussian-two-heads",
                                                            "bernoulli", "categorical"};
};

// Whether the noise level is a parameter of its own.
inline bool has_noise_level(Likelihood likelihood) { return likelihood == Likelihood::gaussian; }

// Whether targets are numbers; classes otherwise.
inline bool has_numbers(Likelihood likelihood) {
  return likelihood == Likelihood::gaussian || likelihood == Likelihood::gaussian_two_heads;
}

// outputs: rows x count, without gaps; targets and values: rows. `log_variance` is the noise level
// of `gaussian`, otherwise unused.
template <class T>
struct LikelihoodRows {
  Likelihood likelihood;
  Index rows, count;
  const T* outputs;
  const T* targets;
  double log_variance;
};

template <class T>
void log_likelihoods(const LikelihoodRows<T>& rows, double* values);

// gradients (rows x count): weights[row] times the derivative of each row's value in its outputs.
// Returns the weighted sum of derivatives in log_variance.
template <class T>
double log_likelihood_gradients(const LikelihoodRows<T>& rows, const double* weights, T* gradients);

}  // namespace renyi
