#include "experiments/one_parameter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"

namespace renyi {
namespace {

// The trapezoid rule, exact to rounding for what is smooth at this scale and has vanished at the
// ends: a standard normal's tail has after 9.
constexpr double reach = 60.0;
constexpr double step = 0.01;
constexpr Index nodes = 12001;

Eigen::ArrayXd grid() { return Eigen::ArrayXd::LinSpaced(nodes, -reach, reach); }

double normal_log_density(double x, double mean, double variance) {
  return -0.5 * ((x - mean) * (x - mean) / variance + std::log(2.0 * std::numbers::pi * variance));
}

Eigen::ArrayXd normal_log_density(const Eigen::ArrayXd& x, const OneParameterQ& q) {
  return x.unaryExpr([&](double at) { return normal_log_density(at, q.mean, q.variance); });
}

double log_integral(const Eigen::ArrayXd& log_values) {
  return log_sum_exp({log_values.data(), static_cast<std::size_t>(log_values.size())}) +
         std::log(step);
}

Matrix log_likelihoods(const OneParameterModel& model) {
  if (model.rows.empty()) throw UsageError("model: expected at least one row");
  const Eigen::ArrayXd theta = grid();
  Matrix table(nodes, static_cast<Index>(model.rows.size()));
  for (Index n = 0; n < table.cols(); ++n)
    table.col(n) = theta.unaryExpr(model.rows[static_cast<std::size_t>(n)].log_likelihood);
  return table;
}

std::vector<std::size_t> all_rows(std::size_t count) {
  std::vector<std::size_t> rows(count);
  std::iota(rows.begin(), rows.end(), 0U);
  return rows;
}

// f(S) averaged over all subsets of `size` of `count` rows.
double average_over_batches(std::size_t count, std::int64_t size,
                            const std::function<double(const std::vector<std::size_t>&)>& f) {
  if (size < 1 || size > static_cast<std::int64_t>(count))
    throw UsageError(fmt::format("batch: expected 1 to {}, found {}", count, size));
  std::vector<bool> chosen(count, false);
  std::fill(chosen.begin(), chosen.begin() + size, true);
  double sum = 0.0;
  double subsets = 0.0;
  do {  // from the last in lexicographic order to the first
    std::vector<std::size_t> rows;
    for (std::size_t n = 0; n < count; ++n)
      if (chosen[n]) rows.push_back(n);
    sum += f(rows);
    subsets += 1.0;
  } while (std::prev_permutation(chosen.begin(), chosen.end()));
  return sum / subsets;
}

}  // namespace

OneParameterModel gaussian_mean(const std::vector<double>& data) {
  OneParameterModel model{.name = "gaussian", .title = "the mean of a Gaussian of variance 1"};
  for (const double x : data)
    model.rows.push_back({[x](double theta) { return normal_log_density(x, theta, 1.0); }, x, 1.0});
  return model;
}

OneParameterModel poisson_rate(const std::vector<double>& counts) {
  OneParameterModel model{.name = "poisson", .title = "the log-rate of a Poisson variable"};
  for (const double x : counts)
    model.rows.push_back(
        {[x](double theta) { return x * theta - std::exp(theta) - std::lgamma(x + 1.0); }, x, 0.0});
  return model;
}

OneParameterModel bernoulli_logit(const std::vector<double>& outcomes) {
  OneParameterModel model{.name = "bernoulli", .title = "the logit of a Bernoulli variable"};
  for (const double x : outcomes)
    model.rows.push_back({[x](double theta) { return x * theta - softplus(theta); }, x, 0.0});
  return model;
}

OneParameterModel regression_slope(const std::vector<double>& x, const std::vector<double>& y) {
  OneParameterModel model{.name = "regression", .title = "the slope of a regression"};
  for (std::size_t n = 0; n < x.size(); ++n)
    model.rows.push_back(
        {[x = x[n], y = y[n]](double theta) { return normal_log_density(y, x * theta, 1.0); },
         x[n] * y[n], x[n] * x[n]});
  return model;
}

MiniBatchEnergy::MiniBatchEnergy(const OneParameterModel& model, OneParameterQ q)
    : q_(q),
      rows_(model.rows),
      log_prior_(normal_log_density(grid(), OneParameterQ{})),
      log_q_(normal_log_density(grid(), q)),
      log_likelihoods_(log_likelihoods(model)) {}

double MiniBatchEnergy::of(Alpha alpha, const std::vector<std::size_t>& rows) const {
  if (!alpha.is_finite() || alpha.power() < 0.0)
    throw UsageError(
        fmt::format("alpha: expected a finite order of at most 1, found {}", alpha.to_string()));
  const double scale = static_cast<double>(rows_.size()) / static_cast<double>(rows.size());
  Eigen::ArrayXd log_weights = log_prior_ - log_q_;
  double precision = 1.0;
  for (const std::size_t n : rows) {
    log_weights += scale * log_likelihoods_.col(static_cast<Index>(n)).array();
    precision += scale * rows_[n].precision;
  }
  if (alpha.is_vi()) return step * (log_q_.exp() * log_weights).sum();
  // In the slower tail the integrand falls like e^(-rest theta^2 / 2).
  const double rest = alpha.value() / q_.variance + alpha.power() * precision;
  if (!(rest > 0.0)) return std::numeric_limits<double>::infinity();
  return log_integral(log_q_ + alpha.power() * log_weights) / alpha.power();
}

double MiniBatchEnergy::of_all(Alpha alpha) const { return of(alpha, all_rows(rows_.size())); }

double MiniBatchEnergy::expected(Alpha alpha, std::int64_t batch) const {
  return average_over_batches(rows_.size(), batch,
                              [&](const auto& rows) { return of(alpha, rows); });
}

double MiniBatchEnergy::theorem_3(Alpha alpha, double r, std::int64_t batch) const {
  const auto mean_statistic = [&](const std::vector<std::size_t>& rows) {
    double sum = 0.0;
    for (const std::size_t n : rows) sum += rows_[n].statistic;
    return sum / static_cast<double>(rows.size());
  };
  const double centre = mean_statistic(all_rows(rows_.size()));
  const double covariance = average_over_batches(rows_.size(), batch, [&](const auto& rows) {
    return std::pow(mean_statistic(rows) - centre, 2);
  });
  const auto n = static_cast<double>(rows_.size());
  return of_all(Alpha(1.0 - alpha.power() * r)) +
         n * n * alpha.power() * r / (2.0 * (r - 1.0)) * q_.variance * covariance;
}

OneParameterQ moment_matched(const OneParameterModel& model, double widening) {
  const Eigen::ArrayXd theta = grid();
  Eigen::ArrayXd log_joint = normal_log_density(theta, OneParameterQ{});
  log_joint += log_likelihoods(model).rowwise().sum().array();
  const Eigen::ArrayXd posterior = (log_joint - log_integral(log_joint)).exp() * step;
  const double mean = (posterior * theta).sum();
  return {mean, widening * (posterior * (theta - mean).square()).sum()};
}

}  // namespace renyi
