#include "renyi/families/mean_field_gaussian.hpp"

#include <cmath>

namespace renyi {

// site: with precision p = exp(-b), v = 1 / (p + 1/v0) and mean = a p v.
void MeanFieldGaussian::moments(const ConstVectorRef& parameters, Eigen::Ref<Vector> mean,
                                Eigen::Ref<Vector> sd) const {
  const Index n = mean.size();
  if (parameterisation == Parameterisation::direct) {
    mean = parameters.head(n);
    sd = parameters.tail(n).array().exp();
    return;
  }
  const double prior_precision = 1.0 / (prior_sd * prior_sd);
  for (Index i = 0; i < n; ++i) {
    const double precision = std::exp(-parameters(n + i));
    const double variance = 1.0 / (precision + prior_precision);
    // precision may be inf, and then all of the variance's weight is the site's.
    const double share = 1.0 - prior_precision * variance;
    mean(i) = parameters(i) * share;
    sd(i) = std::sqrt(variance);
  }
}

void MeanFieldGaussian::pull_back(const ConstVectorRef& parameters,
                                  const ConstVectorRef& mean_gradient,
                                  const ConstVectorRef& log_sd_gradient,
                                  Eigen::Ref<Vector> gradient) const {
  const Index n = mean_gradient.size();
  if (parameterisation == Parameterisation::direct) {
    gradient.head(n) += mean_gradient;
    gradient.tail(n) += log_sd_gradient;
    return;
  }
  const double prior_precision = 1.0 / (prior_sd * prior_sd);
  for (Index i = 0; i < n; ++i) {
    const double precision = std::exp(-parameters(n + i));
    const double rest = prior_precision / (precision + prior_precision);
    const double share = 1.0 - rest;  // p v, of which the derivative in b is -share rest
    gradient(i) += mean_gradient(i) * share;
    gradient(n + i) += share * (0.5 * log_sd_gradient(i) - mean_gradient(i) * parameters(i) * rest);
  }
}

double add_kl_divergence(const ConstVectorRef& mean, const ConstVectorRef& sd, double prior_sd,
                         double factor, Eigen::Ref<Vector> mean_gradient,
                         Eigen::Ref<Vector> log_sd_gradient) {
  const double precision = 1.0 / (prior_sd * prior_sd);
  const auto ratio = sd.array().square() * precision;
  mean_gradient.array() += factor * precision * mean.array();
  log_sd_gradient.array() += factor * (ratio - 1.0);
  return 0.5 * (precision * mean.squaredNorm() + (ratio - 1.0 - ratio.log()).sum());
}

}  // namespace renyi
