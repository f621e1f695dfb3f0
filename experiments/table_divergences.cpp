#include "experiments/table_divergences.hpp"

#include <fmt/format.h>

#include <Eigen/LU>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>

#include "renyi/bound/divergence.hpp"
#include "renyi/core/log_space.hpp"

namespace renyi {
namespace {

// f(log p, log q) at every outcome, summed or integrated.
using Integrand = std::function<double(double, double)>;
using Integral = std::function<double(const Integrand&)>;

// Two distributions, and what can be known of them without the closed form.
struct Pair {
  std::string name;
  std::string title;
  Distribution p;
  Distribution q;
  Integral integral;
  double log_max_ratio;
};

double log_density(const Gaussian& gaussian, const Vector& x) {
  const Vector d = x - gaussian.mean;
  return -0.5 * d.dot(gaussian.covariance.inverse() * d) - std::log(2.0 * std::numbers::pi) -
         0.5 * std::log(gaussian.covariance.determinant());
}

// The trapezoidal rule on the plane: for such smooth and fast-falling functions its error falls as
// e^(-c/step^2), and is rounding at this step.
Integral plane_integral(const Gaussian& p, const Gaussian& q) {
  return [p, q](const Integrand& f) {
    constexpr int half = 100;
    constexpr double step = 0.15;
    double sum = 0.0;
    for (int i = -half; i <= half; ++i)
      for (int j = -half; j <= half; ++j) {
        const Vector x{{step * i, step * j}};
        sum += f(log_density(p, x), log_density(q, x));
      }
    return sum * step * step;
  };
}

Pair gaussian_pair() {
  const Gaussian p{Vector{{0.5, -0.2}}, Matrix{{1.0, 0.3}, {0.3, 0.8}}};
  const Gaussian q{Vector{{0.0, 0.0}}, Matrix{{2.0, 0.4}, {0.4, 1.5}}};
  // log p/q is a quadratic function, largest where its gradient vanishes.
  const Matrix p_precision = p.covariance.inverse();
  const Matrix q_precision = q.covariance.inverse();
  const Vector peak =
      (p_precision - q_precision).lu().solve(p_precision * p.mean - q_precision * q.mean);
  return {.name = "gaussian",
          .title =
              "Two Gaussians in the plane, p narrower than q: means (0.5, -0.2) and (0, 0), "
              "covariances [1 0.3; 0.3 0.8] and [2 0.4; 0.4 1.5]",
          .p = p,
          .q = q,
          .integral = plane_integral(p, q),
          .log_max_ratio = log_density(p, peak) - log_density(q, peak)};
}

Pair bernoulli_pair() {
  constexpr double p = 0.3;
  constexpr double q = 0.6;
  return {.name = "bernoulli",
          .title = "Two Bernoullis: p(1) = 0.3 and q(1) = 0.6",
          .p = bernoulli(p),
          .q = bernoulli(q),
          .integral =
              [](const Integrand& f) {
                return f(std::log(1.0 - p), std::log(1.0 - q)) + f(std::log(p), std::log(q));
              },
          .log_max_ratio = std::max(std::log((1.0 - p) / (1.0 - q)), std::log(p / q))};
}

struct SpecialCase {
  double alpha;
  std::string definition;
  std::string note;
  double by_definition;
};

double chi_square_by_definition(const Pair& pair) {
  return pair.integral([](double p, double q) { return std::exp(2.0 * p - q); }) - 1.0;
}

std::vector<SpecialCase> special_cases(const Pair& pair) {
  const auto kl = [](double p, double q) { return std::exp(p) * (p - q); };
  const auto overlap = [](double p, double q) { return std::exp(0.5 * (p + q)); };
  const auto covered = [](double p, double q) { return p > -infinity ? std::exp(q) : 0.0; };
  const double hellinger = 1.0 - pair.integral(overlap);
  return {
      {1.0, "integral of p log(p/q)", "Kullback-Leibler divergence", pair.integral(kl)},
      {0.5, "-2 log(1 - Hel^2)", "function of the squared Hellinger distance",
       -2.0 * std::log(1.0 - hellinger)},
      {0.0, "-log of the integral of q over p > 0",
       "zero when q's support is within p's: not a divergence", -std::log(pair.integral(covered))},
      {2.0, "log(1 + chi^2)",
       "function of the chi-square divergence; printed otherwise, see "
       "the note",
       std::log(1.0 + chi_square_by_definition(pair))},
      {infinity, "log max p/q", "worst-case regret", pair.log_max_ratio}};
}

// Table 1 prints -log(1 - chi^2), which is another number and none at all from chi^2 = 1 on.
std::string misprint(const Pair& pair) {
  const double chi = chi_square_by_definition(pair);
  const std::string printed =
      chi < 1.0 ? fmt::format("{:.6f}", -std::log(1.0 - chi)) : "no number, as chi^2 >= 1";
  return fmt::format(
      "alpha = 2: the paper prints -log(1 - chi^2), a misprint. Here chi^2 = {:.6f}: the printed "
      "formula gives {}, the definition (eq. 1) log(1 + chi^2) = {:.6f}.",
      chi, printed, std::log(1.0 + chi));
}

Table table_of(const Pair& pair) {
  Table table{
      .name = pair.name,
      .title = pair.title,
      .columns = {"alpha", "definition", "closed form", "by definition", "difference", "notes"},
      .rows = {},
      .notes = {misprint(pair)}};
  for (const auto& [alpha, definition, note, by_definition] : special_cases(pair)) {
    const double closed = renyi_divergence(Alpha(alpha), pair.p, pair.q);
    table.rows.push_back(
        {alpha, definition, closed, by_definition, std::abs(closed - by_definition), note});
  }
  return table;
}

}  // namespace

Report table_divergences() {
  return {.tables = {table_of(gaussian_pair()), table_of(bernoulli_pair())}};
}

}  // namespace renyi
