// Gradient estimators of the bound, as coefficients of three derivatives of each log-weight: with
// respect to the model's parameters, along the path through the draw, and the score of q.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "renyi/bound/renyi_bound.hpp"
#include "renyi/core/named_enum.hpp"

namespace renyi {

// For a draw h = g(phi, epsilon), log w = log p(x, h; theta) - log q(h; phi) depends on
//   model: theta, with h held;
//   path:  phi through h, with the phi inside log q held;
//   score: phi inside log q, with h held (its mean under q is 0).
enum class Estimator : std::uint8_t {
  reparameterised,        // (w, w, w): the derivative of the estimate itself
  stick_the_landing,      // (w, w, 0): drops the score; biased unless alpha = 1
  doubly_reparameterised  // (w, alpha w + (1-alpha) w^2, 0): unbiased for every finite alpha
};

template <>
struct EnumNames<Estimator> {
  static constexpr std::string_view what = "estimator";
  static constexpr std::array<std::string_view, 3> names = {"reparameterised", "stick-the-landing",
                                                            "doubly-reparameterised"};
};

// Whether its mean differs from the gradient of the bound's mean.
bool is_biased(Estimator estimator, Alpha alpha);

// Throws UsageError with the reason where an estimator is not defined: doubly reparameterised at
// ±inf, where its path weight alpha w + (1-alpha) w^2 has no limit as a random variable.
void require_defined(Estimator estimator, Alpha alpha);

// Coefficients of the gradient, K x B each: gradient of values(b) =
//   sum_k model(k,b) dmodel_kb + path(k,b) dpath_kb + score(k,b) dscore_kb.
struct GradientCoefficients {
  Matrix model;
  Matrix path;
  Matrix score;
};

// All draws are pulled back. `bound` must come from renyi_bound with the same alpha.
void gradient_coefficients(Estimator estimator, Alpha alpha, const Bound& bound,
                           GradientCoefficients& out);

// Only the picked draw j of each column (pick.hpp) is pulled back; every other coefficient is 0:
// reparameterised (1, 1, 1), sticking the landing (1, 1, 0), doubly reparameterised
// (1, alpha + (1-alpha) w_j, 0).
void gradient_coefficients(Estimator estimator, Alpha alpha, const Bound& bound,
                           std::span<const Index> picks, GradientCoefficients& out);

}  // namespace renyi
