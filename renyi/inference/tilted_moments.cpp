#include "renyi/inference/tilted_moments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "renyi/core/error.hpp"
#include "renyi/core/gauss_hermite.hpp"
#include "renyi/core/log_space.hpp"
#include "renyi/inference/adaptive_quadrature.hpp"
#include "renyi/inference/tilted_mode.hpp"

namespace renyi {
namespace {

constexpr double half_log_of_two_pi = 0.91893853320467274178;

// Up to these standard deviations the rules of 32 and of 8 nodes are exact to rounding: every
// likelihood here changes on the scale of 1 (tests/inference/tilted_moments_test.cpp).
constexpr double smooth_sd = 0.5, nearly_linear_sd = 0.1;

// Weighted sums over nodes, slopes as differences from one near their mean: 1, slope, its square,
// second derivative.
using TiltedSums = QuadratureSums<4>;

void add_to(TiltedSums& sums, double weight, const LikelihoodAt& at, double slope) {
  if (weight == 0.0) return;  // where derivatives may be infinite
  const double difference = at.first - slope;
  sums[0] += weight;
  sums[1] += weight * difference;
  sums[2] += weight * difference * difference;
  sums[3] += weight * at.second;
}

Tilted tilted_of(const TiltedSums& sums, double beta, double slope, double log_normaliser) {
  const double difference = sums[1] / sums[0];
  const double spread = std::max(0.0, sums[2] / sums[0] - difference * difference);
  return {log_normaliser, slope + difference, std::max(0.0, -sums[3] / sums[0] - beta * spread)};
}

Tilted gaussian_tilted(const RowLikelihood& row, double beta, double mean, double variance) {
  const double precision = row.precision();
  const double share = 1.0 / (1.0 + beta * precision * variance);
  const double error = row.target() - mean;
  return {row.constant() - 0.5 * variance * precision * log1p_ratio(beta * precision * variance) -
              0.5 * precision * error * error * share,
          precision * error * share, precision * share};
}

// At N(mean, variance) itself.
Tilted untilted_rule(const GaussHermite& rule, const RowLikelihood& row, const LikelihoodAt& centre,
                     double beta, double mean, double sd) {
  TiltedSums sums{};
  double growth = 0.0;  // (E[e^(beta (l - l_centre))] - 1) / beta
  for (std::size_t k = 0; k < rule.nodes.size(); ++k) {
    const LikelihoodAt at = row.at(mean + sd * rule.nodes[k]);
    const double change = at.value - centre.value;
    const double ratio = rule.weights[k] * change * expm1_ratio(beta * change);
    growth += ratio;
    add_to(sums, rule.weights[k] + beta * ratio, at, centre.first);
  }
  return tilted_of(sums, beta, centre.first, centre.value + growth * log1p_ratio(beta * growth));
}

// log N(f; mean, variance) p(y | f)^beta but for the normal's constant.
double log_tilted(const LikelihoodAt& at, double beta, double f, double mean, double variance) {
  return beta * at.value - 0.5 * (f - mean) * (f - mean) / variance;
}

Tilted centred_rule(const GaussHermite& rule, const RowLikelihood& row, const TiltedMode& mode,
                    double beta, double mean, double variance) {
  const LikelihoodAt centre = row.at(mode.at);
  const double largest = log_tilted(centre, beta, mode.at, mean, variance);
  TiltedSums sums{};
  for (std::size_t k = 0; k < rule.nodes.size(); ++k) {
    const double z = rule.nodes[k], f = mode.at + mode.sd * z;
    const LikelihoodAt at = row.at(f);
    const double log_ratio = log_tilted(at, beta, f, mean, variance) - largest + 0.5 * z * z;
    add_to(sums, rule.weights[k] * std::exp(log_ratio), at, centre.first);
  }
  const double log_width = std::log(mode.sd) - 0.5 * std::log(variance);
  return tilted_of(sums, beta, centre.first, (largest + log_width + std::log(sums[0])) / beta);
}

Tilted adaptive_rule(const RowLikelihood& row, const TiltedMode& mode, double beta, double mean,
                     double variance) {
  const LikelihoodAt centre = row.at(mode.at);
  const double largest = log_tilted(centre, beta, mode.at, mean, variance);
  // Up to where the density is e^-45 of its largest.
  const auto reach = [&](double direction) {
    double distance = 8.0 * mode.sd;
    for (int i = 0; i < 100; ++i, distance *= 1.5) {
      const double f = mode.at + direction * distance;
      if (!(log_tilted(row.at(f), beta, f, mean, variance) > largest - 45.0)) break;
    }
    return mode.at + direction * distance;
  };
  const TiltedSums sums =
      adaptive_quadrature<4>(reach(-1.0), reach(1.0), [&](double f, double weight, auto& into) {
        const LikelihoodAt at = row.at(f);
        add_to(into, weight * std::exp(log_tilted(at, beta, f, mean, variance) - largest), at,
               centre.first);
      });
  const double log_width = -half_log_of_two_pi - 0.5 * std::log(variance);
  return tilted_of(sums, beta, centre.first, (largest + log_width + std::log(sums[0])) / beta);
}

// The same where beta is so small that the tilted distribution is nearly N(mean, variance), and
// the logarithm of its integral nearly 0.
Tilted adaptive_untilted_rule(const RowLikelihood& row, double beta, double mean, double sd) {
  const LikelihoodAt centre = row.at(mean);
  const auto sums = adaptive_quadrature<5>(-9.5, 9.5, [&](double z, double weight, auto& into) {
    const LikelihoodAt at = row.at(mean + sd * z);
    const double change = at.value - centre.value;
    const double density = weight * std::exp(-0.5 * z * z - half_log_of_two_pi);
    TiltedSums four{};
    add_to(four, density * std::exp(beta * change), at, centre.first);
    std::copy(four.begin(), four.end(), into.begin());
    into[4] = density * change * expm1_ratio(beta * change);
  });
  return tilted_of({sums[0], sums[1], sums[2], sums[3]}, beta, centre.first,
                   centre.value + sums[4] * log1p_ratio(beta * sums[4]));
}

Tilted quadrature_tilted(const RowLikelihood& row, double beta, double mean, double variance) {
  static const GaussHermite few = gauss_hermite(8), many = gauss_hermite(32);
  const double sd = std::sqrt(variance);
  const LikelihoodAt centre = row.at(mean);
  if (sd <= smooth_sd && std::isfinite(centre.value) && beta * sd * std::abs(centre.first) <= 0.3 &&
      -beta * variance * centre.second <= 0.1)
    return untilted_rule(sd <= nearly_linear_sd ? few : many, row, centre, beta, mean, sd);
  if (beta < 1e-6) return adaptive_untilted_rule(row, beta, mean, sd);
  const TiltedMode mode = tilted_mode(row, beta, mean, variance);
  return mode.sd <= smooth_sd ? centred_rule(many, row, mode, beta, mean, variance)
                              : adaptive_rule(row, mode, beta, mean, variance);
}

}  // namespace

Tilted tilted_moments(const RowLikelihood& row, double beta, double mean, double variance) {
  if (!std::isfinite(mean) || !(variance > 0.0) || !std::isfinite(variance))
    throw NumericalError(fmt::format(
        "tilted moments: expected a Gaussian, found mean {} and variance {}", mean, variance));
  const Tilted tilted = row.family() == GlmFamily::gaussian
                            ? gaussian_tilted(row, beta, mean, variance)
                            : quadrature_tilted(row, beta, mean, variance);
  if (!std::isfinite(tilted.log_normaliser) || !std::isfinite(tilted.slope) ||
      !std::isfinite(tilted.curvature))
    throw NumericalError(
        fmt::format("tilted moments: beyond the doubles for a {} target {} at mean {} and "
                    "variance {}",
                    to_string(row.family()), row.target(), mean, variance));
  return tilted;
}

}  // namespace renyi
