#include "renyi/models/poisson_mixture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>

#include "renyi/core/error.hpp"

namespace renyi {

PoissonMixture::PoissonMixture(double mean, double variance) : mean_(mean), variance_(variance) {
  const double sd = std::sqrt(variance);
  if (!std::isfinite(std::exp(mean + 8.0 * sd + 2.0 * variance)))
    throw NumericalError(
        fmt::format("predictions: a rate of e^({} +- {}) is beyond the doubles", mean, sd));
  // The trapezoidal rule: steps of the log rate below half the width of the Poisson at it.
  const double width = 1.0 / std::sqrt(1.0 + std::exp(mean + variance));
  const double wanted = 16.0 * sd / (0.5 * width);
  const Index count = variance > 0.0 ? std::clamp<Index>(static_cast<Index>(wanted), 40, 4000) : 1;
  rates_.resize(count);
  weights_.resize(count);
  for (Index k = 0; k < count; ++k) {
    const double z =
        count == 1 ? 0.0 : -8.0 + 16.0 * static_cast<double>(k) / static_cast<double>(count - 1);
    rates_(k) = std::exp(mean + sd * z);
    weights_(k) = std::exp(-0.5 * z * z);
  }
  weights_ /= weights_.sum();
}

double PoissonMixture::mean() const { return std::exp(mean_ + 0.5 * variance_); }

double PoissonMixture::noise_sd() const { return std::sqrt(mean()); }

double PoissonMixture::model_sd() const { return mean() * std::sqrt(std::expm1(variance_)); }

double PoissonMixture::cumulative(double count) const {
  if (!(count >= 0.0)) return 0.0;
  double sum = 0.0;
  for (Index k = 0; k < rates_.size(); ++k)
    if (weights_(k) > 0.0)
      sum += weights_(k) *
             (rates_(k) > 0.0 ? boost::math::gamma_q(std::floor(count) + 1.0, rates_(k)) : 1.0);
  return std::min(1.0, sum);
}

double PoissonMixture::quantile(double level) const {
  double low = -1.0, high = std::ceil(mean());  // cumulative(low) < level <= cumulative(high)
  while (cumulative(high) < level) {
    low = high;
    high = 2.0 * high + 1.0;
  }
  while (high - low > 1.0) {
    const double middle = std::floor(0.5 * (low + high));
    (cumulative(middle) < level ? low : high) = middle;
  }
  return high;
}

double PoissonMixture::crps(double count) const {
  const double low = std::min(count, quantile(1e-9)), high = std::max(count, quantile(1.0 - 1e-9));
  const double stride = std::max(1.0, std::floor((high - low) / 500.0));
  double sum = 0.0;
  for (double k = low; k <= high; k += stride) {
    const double error = cumulative(k) - (count <= k ? 1.0 : 0.0);
    sum += stride * error * error;
  }
  return sum;
}

}  // namespace renyi
