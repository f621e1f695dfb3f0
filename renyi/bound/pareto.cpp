#include "renyi/bound/pareto.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "renyi/bound/log_weights.hpp"
#include "renyi/core/error.hpp"

namespace renyi {
namespace {

constexpr std::size_t shortest_tail = 5;

// k at a given theta = -k / sigma maximises the likelihood: the mean of log(1 - theta x).
double index_at(double theta, std::span<const double> x) {
  double sum = 0.0;
  for (const double value : x) sum += std::log1p(-theta * value);
  return sum / static_cast<double>(x.size());
}

double scale_at(double theta, double k, std::span<const double> x) {
  if (theta != 0.0) return -k / theta;
  double sum = 0.0;  // the exponential distribution
  for (const double value : x) sum += value;
  return sum / static_cast<double>(x.size());
}

// The log-likelihood of theta with k maximised out.
double profile_likelihood(double theta, std::span<const double> x) {
  const double k = index_at(theta, x);
  return -static_cast<double>(x.size()) * (std::log(scale_at(theta, k, x)) + k + 1.0);
}

struct Tail {
  std::vector<Index> draws;      // by ascending weight
  std::vector<double> excesses;  // over the largest weight below, in units of the largest weight
  double cutoff = 0.0;           // that weight's logarithm, relative to the largest
};

// log_weights: at least the largest of all.
std::optional<Tail> find_tail(const ConstVectorRef& log_weights, Index all) {
  require_log_weights({log_weights.data(), static_cast<std::size_t>(log_weights.size())});
  std::vector<Index> order(static_cast<std::size_t>(log_weights.size()));
  std::iota(order.begin(), order.end(), Index{0});
  const auto length = static_cast<std::size_t>(tail_length(all));
  if (length < shortest_tail) return std::nullopt;
  if (order.size() <= length)
    throw UsageError("pareto_k: expected the tail's weights and one more, found fewer");
  std::stable_sort(order.begin(), order.end(),
                   [&](Index i, Index j) { return log_weights(i) < log_weights(j); });
  const double largest = log_weights(order.back());
  if (std::isinf(largest)) return std::nullopt;
  Tail tail;
  // Weights that are 0 in units of the largest have no logarithm to smooth.
  tail.cutoff = std::max(log_weights(order[order.size() - length - 1]) - largest,
                         std::log(std::numeric_limits<double>::min()));
  for (const Index i : order) {
    const double relative = log_weights(i) - largest;
    if (relative <= tail.cutoff) continue;
    tail.draws.push_back(i);
    tail.excesses.push_back(std::exp(tail.cutoff) * std::expm1(relative - tail.cutoff));
  }
  if (tail.draws.size() < shortest_tail || tail.excesses.front() == tail.excesses.back())
    return std::nullopt;
  return tail;
}

double quantile(const GeneralisedPareto& fit, double p) {
  const double minus_log = -std::log1p(-p);
  return fit.sigma * (fit.k == 0.0 ? minus_log : std::expm1(fit.k * minus_log) / fit.k);
}

}  // namespace

GeneralisedPareto fit_generalised_pareto(std::span<const double> ascending) {
  const auto& x = ascending;
  const auto n = static_cast<double>(x.size());
  const auto count = 30 + static_cast<Index>(std::sqrt(n));
  const double quartile = x[(x.size() + 2) / 4 - 1];
  Eigen::ArrayXd theta(count);
  Eigen::ArrayXd likelihood(count);
  for (Index j = 0; j < count; ++j) {
    const double position = static_cast<double>(count) / (static_cast<double>(j) + 0.5);
    theta(j) = 1.0 / x.back() + (1.0 - std::sqrt(position)) / (3.0 * quartile);
    likelihood(j) = profile_likelihood(theta(j), x);
  }
  Eigen::ArrayXd weights = (likelihood - likelihood.maxCoeff()).exp();
  weights /= weights.sum();
  weights = (weights < 10.0 * std::numeric_limits<double>::epsilon()).select(0.0, weights);
  const double mean = (weights * theta).sum() / weights.sum();
  const double k = index_at(mean, x);
  return {.k = (n * k + 5.0) / (n + 10.0), .sigma = scale_at(mean, k, x)};
}

Index tail_length(Index draws) {
  const auto count = static_cast<double>(draws);
  return static_cast<Index>(std::ceil(std::min(count / 5.0, 3.0 * std::sqrt(count))));
}

std::optional<double> pareto_k(const ConstVectorRef& log_weights) {
  return pareto_k(log_weights, log_weights.size());
}
std::optional<double> pareto_k(const ConstVectorRef& largest_log_weights, Index draws) {
  const auto tail = find_tail(largest_log_weights, draws);
  if (!tail) return std::nullopt;
  return fit_generalised_pareto(tail->excesses).k;
}

SmoothedWeights pareto_smooth(const ConstVectorRef& log_weights) {
  SmoothedWeights smoothed{log_weights, std::nullopt};
  const auto tail = find_tail(log_weights, log_weights.size());
  if (!tail) return smoothed;
  const GeneralisedPareto fit = fit_generalised_pareto(tail->excesses);
  const double largest = log_weights.maxCoeff();
  const auto length = static_cast<double>(tail->draws.size());
  for (std::size_t i = 0; i < tail->draws.size(); ++i) {
    const double excess = quantile(fit, (static_cast<double>(i) + 0.5) / length);
    smoothed.log_weights(tail->draws[i]) =
        largest + std::min(0.0, std::log(std::exp(tail->cutoff) + excess));
  }
  smoothed.k = fit.k;
  return smoothed;
}

}  // namespace renyi
