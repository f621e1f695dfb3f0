#include "renyi/models/scores.hpp"

#include <fmt/format.h>

#include <boost/math/special_functions/erf.hpp>
#include <cmath>
#include <numbers>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

Score rmse_of(const Eigen::ArrayXd& errors) {
  // In units of the largest error, so that squares do not overflow.
  const double unit = errors.abs().maxCoeff();
  if (unit == 0.0)
    return {.value = 0.0, .std_error = errors.size() > 1 ? std::optional(0.0) : std::nullopt};
  const Score mean_square = mean_score((errors / unit).square().matrix());
  Score score{.value = unit * std::sqrt(mean_square.value)};
  if (mean_square.std_error)
    score.std_error = unit * *mean_square.std_error / (2.0 * std::sqrt(mean_square.value));
  return score;
}

void check_level(double level) {
  if (!(level > 0.0 && level < 1.0))
    throw UsageError(fmt::format("level: expected a number between 0 and 1, found {}", level));
}

}  // namespace

RowScores gaussian_scores(const ConstVectorRef& mean, const ConstVectorRef& sd,
                          const ConstVectorRef& targets) {
  if (mean.size() != targets.size() || sd.size() != targets.size())
    throw UsageError(fmt::format("predictions: expected {} rows, found {} means and {} sds",
                                 targets.size(), mean.size(), sd.size()));
  const Index rows = targets.size();
  RowScores scores{Vector(rows), mean - targets, Vector(rows), Vector(rows)};
  for (Index r = 0; r < rows; ++r) {
    const double z = (targets(r) - mean(r)) / sd(r);
    const double log_phi = -0.5 * z * z - 0.5 * std::log(2.0 * std::numbers::pi);
    scores.log_density(r) = log_phi - std::log(sd(r));
    scores.probability(r) = 0.5 * std::erfc(-z / std::numbers::sqrt2);
    // z (2 Phi(z) - 1) + 2 phi(z) - 1 / sqrt(pi), Gneiting & Raftery (2007)
    scores.crps(r) = sd(r) * (z * std::erf(z / std::numbers::sqrt2) + 2.0 * std::exp(log_phi) -
                              std::numbers::inv_sqrtpi);
  }
  return scores;
}

std::vector<Coverage> coverage_of(const RowScores& rows, std::span<const double> levels) {
  std::vector<Coverage> coverage;
  const auto count = static_cast<double>(rows.probability.size());
  for (const double level : levels) {
    check_level(level);
    const auto within = ((rows.probability.array() - 0.5).abs() <= 0.5 * level).count();
    coverage.push_back({.level = level,
                        .covered = {.value = static_cast<double>(within) / count,
                                    .std_error = std::sqrt(level * (1.0 - level) / count)}});
  }
  return coverage;
}

Scores summarise(const RowScores& rows, std::span<const double> levels) {
  if (rows.error.size() == 0) throw UsageError("scores: expected at least one row, found none");
  return {.log_likelihood = mean_score(rows.log_density),
          .rmse = rmse_of(rows.error.array()),
          .crps = mean_score(rows.crps),
          .coverage = coverage_of(rows, levels)};
}

Score mean_score(const ConstVectorRef& values) {
  if (values.size() == 0) throw UsageError("scores: expected at least one row, found none");
  const auto rows = static_cast<double>(values.size());
  Score score{.value = values.mean()};
  if (values.size() > 1 && std::isfinite(score.value))
    score.std_error =
        std::sqrt((values.array() - score.value).square().sum() / (rows - 1.0) / rows);
  return score;
}

double normal_quantile(double p) {
  check_level(p);
  return -std::numbers::sqrt2 * boost::math::erfc_inv(2.0 * p);
}

}  // namespace renyi
