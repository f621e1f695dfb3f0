#include "renyi/models/mixture_scores.hpp"

#include <fmt/format.h>

#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <numbers>

#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"

namespace renyi {
namespace {

double normal_cdf(double z) { return 0.5 * std::erfc(-z / std::numbers::sqrt2); }

double mixture_cdf(const ConstVectorRef& means, const ConstVectorRef& sds, double t) {
  double sum = 0.0;
  for (Index k = 0; k < means.size(); ++k) sum += normal_cdf((t - means(k)) / sds(k));
  return sum / static_cast<double>(means.size());
}

// E|X| for X ~ N(mean, sd^2).
double mean_absolute(double mean, double sd) {
  const double z = mean / sd;
  return mean * std::erf(z / std::numbers::sqrt2) +
         sd * std::sqrt(2.0 / std::numbers::pi) * std::exp(-0.5 * z * z);
}

// E|Y - y| - E|Y - Y'| / 2 (Gneiting & Raftery 2007, equation 21).
double mixture_crps(const ConstVectorRef& means, const ConstVectorRef& sds, double y) {
  const Index count = means.size();
  double to_target = 0.0, between = 0.0;
  for (Index k = 0; k < count; ++k) {
    to_target += mean_absolute(means(k) - y, sds(k));
    between += 0.5 * mean_absolute(0.0, std::numbers::sqrt2 * sds(k));
    for (Index l = 0; l < k; ++l)
      between += mean_absolute(means(k) - means(l), std::hypot(sds(k), sds(l)));
  }
  const auto draws = static_cast<double>(count);
  return to_target / draws - between / (draws * draws);
}

double mixture_log_density(const ConstVectorRef& means, const ConstVectorRef& sds, double y) {
  const auto z = (y - means.array()) / sds.array();
  const Vector terms = -0.5 * z.square() - sds.array().log();
  return log_mean_exp({terms.data(), static_cast<std::size_t>(terms.size())}) -
         0.5 * std::log(2.0 * std::numbers::pi);
}

void require_shapes(const GaussianMixtures& mixtures, Index rows) {
  const auto fits = [&](const Matrix& part) {
    return part.rows() > 0 && part.rows() == mixtures.means.rows() && part.cols() == rows;
  };
  if (!fits(mixtures.means) || !fits(mixtures.sds))
    throw UsageError(fmt::format(
        "predictions: expected means and sds of {} rows, found {} x {} and {} x {}", rows,
        mixtures.means.rows(), mixtures.means.cols(), mixtures.sds.rows(), mixtures.sds.cols()));
}

}  // namespace

double mixture_quantile(const ConstVectorRef& means, const ConstVectorRef& sds, double level) {
  const double z = normal_quantile(level);
  const auto components = (means + z * sds).array();
  // All components have less than `level` below the one end, and more below the other.
  double low = components.minCoeff(), high = components.maxCoeff();
  const double margin = 1e-9 * (sds.maxCoeff() + std::abs(low) + std::abs(high));
  low -= margin;
  high += margin;
  const auto excess = [&](double t) { return mixture_cdf(means, sds, t) - level; };
  const double below = excess(low), above = excess(high);
  if (!(below < 0.0)) return low;  // in the tails beyond what doubles tell apart
  if (!(above > 0.0)) return high;
  std::uintmax_t steps = 100;
  const auto [from, to] = boost::math::tools::toms748_solve(
      excess, low, high, below, above, boost::math::tools::eps_tolerance<double>(40), steps);
  return 0.5 * (from + to);
}

Predictions mixture_predictions(const GaussianMixtures& mixtures, std::span<const double> levels) {
  const Index rows = mixtures.means.cols();
  require_shapes(mixtures, rows);
  Predictions predictions{.mean = mixtures.means.colwise().mean().transpose(),
                          .noise_sd = Vector(rows),
                          .model_sd = Vector(rows),
                          .quantiles = Matrix(rows, static_cast<Index>(levels.size()))};
  for (Index r = 0; r < rows; ++r) {
    const auto means = mixtures.means.col(r);
    predictions.noise_sd(r) = std::sqrt(mixtures.sds.col(r).array().square().mean());
    predictions.model_sd(r) = std::sqrt((means.array() - predictions.mean(r)).square().mean());
    for (std::size_t l = 0; l < levels.size(); ++l)
      predictions.quantiles(r, static_cast<Index>(l)) =
          mixture_quantile(means, mixtures.sds.col(r), levels[l]);
  }
  return predictions;
}

Vector mixture_log_densities(const GaussianMixtures& mixtures, const ConstVectorRef& targets) {
  require_shapes(mixtures, targets.size());
  Vector values(targets.size());
  for (Index r = 0; r < targets.size(); ++r)
    values(r) = mixture_log_density(mixtures.means.col(r), mixtures.sds.col(r), targets(r));
  return values;
}

RowScores mixture_scores(const GaussianMixtures& mixtures, const ConstVectorRef& targets) {
  const Index rows = targets.size();
  RowScores scores{mixture_log_densities(mixtures, targets),
                   mixtures.means.colwise().mean().transpose() - targets, Vector(rows),
                   Vector(rows)};
  for (Index r = 0; r < rows; ++r) {
    const auto means = mixtures.means.col(r);
    const auto sds = mixtures.sds.col(r);
    scores.probability(r) = mixture_cdf(means, sds, targets(r));
    scores.crps(r) = mixture_crps(means, sds, targets(r));
  }
  return scores;
}

}  // namespace renyi
