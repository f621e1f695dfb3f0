#include "renyi/models/tilted_moments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "renyi/core/adaptive_quadrature.hpp"
#include "renyi/core/error.hpp"
#include "renyi/core/gauss_hermite.hpp"
#include "renyi/core/log_space.hpp"
#include "renyi/models/tilted_mode.hpp"

namespace renyi {
namespace {

constexpr double half_log_of_two_pi = 0.91893853320467274178;

// Up to these standard deviations the rules of 32 and of 8 nodes are exact to rounding: every
// likelihood here changes on the scale of 1 (tests/models/tilted_moments_test.cpp).
constexpr double smooth_sd = 0.25, nearly_linear_sd = 0.1;

// Weighted sums over nodes: 1, slope as a difference from one near its mean, its square, the second
// derivative; f as a difference from the centre, its square.
using TiltedSums = QuadratureSums<6>;

void add_to(TiltedSums& sums, double weight, const LikelihoodAt& at, double slope,
            double distance) {
  if (weight == 0.0) return;  // where derivatives may be infinite
  const double difference = at.first - slope;
  sums[0] += weight;
  sums[1] += weight * difference;
  sums[2] += weight * difference * difference;
  sums[3] += weight * at.second;
  sums[4] += weight * distance;
  sums[5] += weight * distance * distance;
}

struct Cavity {
  double beta, mean, variance;
};

// Where the cavity has most of the say, moments as changes of its own, by the derivatives of the
// likelihood; where the likelihood has it, by the moments of f: either way nothing cancels.
Tilted tilted_of(const TiltedSums& sums, const Cavity& cavity, double slope, double centre,
                 double log_normaliser) {
  const double tilt = cavity.beta * cavity.variance;
  const double shift = sums[4] / sums[0];
  const double share = (sums[5] / sums[0] - shift * shift) / cavity.variance;
  if (share < 0.5 && cavity.beta > 0.0)
    return {log_normaliser, (centre - cavity.mean + shift) / tilt, (1.0 - share) / tilt, share};
  const double difference = sums[1] / sums[0];
  const double spread = std::max(0.0, sums[2] / sums[0] - difference * difference);
  const double curvature = std::max(0.0, -sums[3] / sums[0] - cavity.beta * spread);
  return {log_normaliser, slope + difference, curvature, 1.0 - tilt * curvature};
}

Tilted gaussian_tilted(const RowLikelihood& row, double beta, double mean, double variance) {
  const double precision = row.precision();
  const double share = 1.0 / (1.0 + beta * precision * variance);
  const double error = row.target() - mean;
  return {row.constant() - 0.5 * variance * precision * log1p_ratio(beta * precision * variance) -
              0.5 * precision * error * error * share,
          precision * error * share, precision * share, share};
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
    add_to(sums, rule.weights[k] + beta * ratio, at, centre.first, sd * rule.nodes[k]);
  }
  return tilted_of(sums, {beta, mean, sd * sd}, centre.first, mean,
                   centre.value + growth * log1p_ratio(beta * growth));
}

// The logarithm of the tilted density over its value at the centre, for f = centre + distance.
class TiltedDensity {
 public:
  TiltedDensity(const RowLikelihood& row, const Cavity& cavity, double centre)
      : row_(row), cavity_(cavity), centre_(centre), at_centre_(row.at(centre)) {}

  const LikelihoodAt& at_centre() const { return at_centre_; }
  double log_at_centre() const {
    const double distance = centre_ - cavity_.mean;
    return cavity_.beta * at_centre_.value - 0.5 * distance * distance / cavity_.variance;
  }
  double log_ratio(const LikelihoodAt& at, double distance) const {
    return cavity_.beta * (at.value - at_centre_.value) -
           0.5 * distance * (distance + 2.0 * (centre_ - cavity_.mean)) / cavity_.variance;
  }
  LikelihoodAt at(double distance) const { return row_.at(centre_ + distance); }

 private:
  const RowLikelihood& row_;
  Cavity cavity_;
  double centre_;
  LikelihoodAt at_centre_;
};

Tilted centred_rule(const GaussHermite& rule, const RowLikelihood& row, const TiltedMode& mode,
                    const Cavity& cavity) {
  const TiltedDensity density(row, cavity, mode.at);
  TiltedSums sums{};
  for (std::size_t k = 0; k < rule.nodes.size(); ++k) {
    const double z = rule.nodes[k], distance = mode.sd * z;
    const LikelihoodAt at = density.at(distance);
    const double ratio = std::exp(density.log_ratio(at, distance) + 0.5 * z * z);
    add_to(sums, rule.weights[k] * ratio, at, density.at_centre().first, distance);
  }
  const double log_width = std::log(mode.sd) - 0.5 * std::log(cavity.variance);
  return tilted_of(sums, cavity, density.at_centre().first, mode.at,
                   (density.log_at_centre() + log_width + std::log(sums[0])) / cavity.beta);
}

Tilted adaptive_rule(const RowLikelihood& row, const TiltedMode& mode, const Cavity& cavity) {
  const TiltedDensity density(row, cavity, mode.at);
  // Up to where the density is e^-45 of its largest.
  const auto reach = [&](double direction) {
    double distance = direction * 8.0 * mode.sd;
    for (int i = 0; i < 100; ++i, distance *= 1.5)
      if (!(density.log_ratio(density.at(distance), distance) > -45.0)) break;
    return distance;
  };
  const auto sums = adaptive_quadrature<6>(
      reach(-1.0), reach(1.0), [&](double distance, double weight, auto& into) {
        const LikelihoodAt at = density.at(distance);
        add_to(into, weight * std::exp(density.log_ratio(at, distance)), at,
               density.at_centre().first, distance);
      });
  const double log_width = -half_log_of_two_pi - 0.5 * std::log(cavity.variance);
  return tilted_of(sums, cavity, density.at_centre().first, mode.at,
                   (density.log_at_centre() + log_width + std::log(sums[0])) / cavity.beta);
}

// The same where beta is so small that the tilted distribution is nearly N(mean, variance), and
// the logarithm of its integral nearly 0.
Tilted adaptive_untilted_rule(const RowLikelihood& row, double beta, double mean, double sd) {
  const LikelihoodAt centre = row.at(mean);
  const auto sums = adaptive_quadrature<7>(-9.5, 9.5, [&](double z, double weight, auto& into) {
    const LikelihoodAt at = row.at(mean + sd * z);
    const double change = at.value - centre.value;
    const double density = weight * std::exp(-0.5 * z * z - half_log_of_two_pi);
    TiltedSums six{};
    add_to(six, density * std::exp(beta * change), at, centre.first, sd * z);
    std::copy(six.begin(), six.end(), into.begin());
    into[6] = density * change * expm1_ratio(beta * change);
  });
  TiltedSums six{};
  std::copy_n(sums.begin(), six.size(), six.begin());
  return tilted_of(six, {beta, mean, sd * sd}, centre.first, mean,
                   centre.value + sums[6] * log1p_ratio(beta * sums[6]));
}

Tilted quadrature_tilted(const RowLikelihood& row, double beta, double mean, double variance) {
  static const GaussHermite few = gauss_hermite(8), many = gauss_hermite(32);
  const double sd = std::sqrt(variance);
  const LikelihoodAt centre = row.at(mean);
  const double tilt = beta * sd * std::abs(centre.first);
  const double narrowing = -beta * variance * centre.second;
  if (sd <= nearly_linear_sd && tilt <= 0.1 && narrowing <= 0.02)
    return untilted_rule(few, row, centre, beta, mean, sd);
  if (sd <= smooth_sd && tilt <= 0.3 && narrowing <= 0.1)
    return untilted_rule(many, row, centre, beta, mean, sd);
  if (beta < 1e-6) return adaptive_untilted_rule(row, beta, mean, sd);
  const TiltedMode mode = tilted_mode(row, beta, mean, variance);
  const Cavity cavity{beta, mean, variance};
  return mode.sd <= smooth_sd ? centred_rule(many, row, mode, cavity)
                              : adaptive_rule(row, mode, cavity);
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
