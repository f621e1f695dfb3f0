#include "renyi/models/glm_likelihood.hpp"

#include <fmt/format.h>

#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <numbers>

#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"

namespace renyi {
namespace {

const double half_log_two_pi = 0.5 * std::log(2.0 * std::numbers::pi);

double constant_of(const GlmLikelihood& likelihood, double target) {
  switch (likelihood.family) {
    case GlmFamily::poisson:
      return -boost::math::lgamma(target + 1.0);
    case GlmFamily::gaussian:
      return -half_log_two_pi - std::log(likelihood.sigma);
    default:
      return 0.0;
  }
}

}  // namespace

void GlmLikelihood::validate() const {
  if (!(sigma > 0.0) || !std::isfinite(sigma))
    throw UsageError(fmt::format("sigma: expected a positive number, found {}", sigma));
}

std::string GlmLikelihood::expected() const {
  if (has_two_classes(family)) return "0 or 1";
  return family == GlmFamily::poisson ? "a count: 0, 1, 2 ..." : "a finite number";
}

bool GlmLikelihood::allows(double target) const {
  if (has_two_classes(family)) return target == 0.0 || target == 1.0;
  if (!std::isfinite(target)) return false;
  return family == GlmFamily::gaussian || (target >= 0.0 && target == std::floor(target));
}

RowLikelihood::RowLikelihood(const GlmLikelihood& likelihood, double target)
    : family_(likelihood.family),
      target_(target),
      sign_(target > 0.5 ? 1.0 : -1.0),
      precision_(1.0 / (likelihood.sigma * likelihood.sigma)),
      constant_(constant_of(likelihood, target)) {}

LikelihoodAt RowLikelihood::at(double f) const {
  switch (family_) {
    case GlmFamily::logistic: {
      const double other = sigmoid(-sign_ * f);  // the probability of the other class
      return {-softplus(-sign_ * f), sign_ * other, -other * sigmoid(sign_ * f)};
    }
    case GlmFamily::probit: {
      const LikelihoodAt at = log_normal_probability(sign_ * f);
      return {at.value, sign_ * at.first, at.second};
    }
    case GlmFamily::poisson: {
      const double rate = std::exp(f);
      if (rate == infinity) return {-infinity, -infinity, -infinity};
      const double shift = target_ == 0.0 ? 0.0 : target_ * f;
      return {shift - rate + constant_, target_ - rate, -rate};
    }
    case GlmFamily::gaussian: {
      const double error = target_ - f;
      return {constant_ - 0.5 * precision_ * error * error, precision_ * error, -precision_};
    }
  }
  return {};
}

void log_likelihoods(const GlmLikelihood& likelihood, std::span<const double> targets,
                     std::span<const double> predictors, std::span<double> values,
                     std::span<double> first, std::span<double> second) {
  const std::size_t rows = targets.size();
  if (predictors.size() != rows || values.size() != rows ||
      (!first.empty() && first.size() != rows) || (!second.empty() && second.size() != rows))
    throw UsageError(
        fmt::format("log likelihoods: expected {} predictors and values, found {} and {}", rows,
                    predictors.size(), values.size()));
  for (std::size_t i = 0; i < rows; ++i) {
    const LikelihoodAt at = RowLikelihood(likelihood, targets[i]).at(predictors[i]);
    values[i] = at.value;
    if (!first.empty()) first[i] = at.first;
    if (!second.empty()) second[i] = at.second;
  }
}

// The first derivative is r = density / probability and the second -r (r + z).
LikelihoodAt log_normal_probability(double z) {
  const double log_density = -0.5 * z * z - half_log_two_pi;
  if (z < -3.0) {
    // Laplace's continued fraction, r = x + 1 / (x + 2 / (x + 3 / ...)) at x = -z: r + z is what
    // follows the x, without cancellation.
    const double x = -z;
    double rest = 0.0;
    for (double k = 40.0; k >= 1.0; --k) rest = k / (x + rest);
    if (std::isinf(x)) return {-infinity, infinity, -1.0};
    return {log_density - std::log(x + rest), x + rest, -(x + rest) * rest};
  }
  const double beyond = 0.5 * std::erfc(std::abs(z) / std::numbers::sqrt2);
  const double log_probability = z > 0.0 ? std::log1p(-beyond) : std::log(beyond);
  const double ratio = std::exp(log_density - log_probability);
  return {log_probability, ratio, z == infinity ? 0.0 : -ratio * (ratio + z)};
}

}  // namespace renyi
