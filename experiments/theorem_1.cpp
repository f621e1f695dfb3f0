#include "experiments/theorem_1.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "experiments/toy_regression.hpp"
#include "renyi/bound/estimate.hpp"
#include "renyi/core/error.hpp"
#include "renyi/models/linear_bound.hpp"
#include "renyi/models/linear_draws.hpp"
#include "renyi/models/linear_mean_field.hpp"
#include "renyi/report/cells.hpp"

namespace renyi {
namespace {

struct LearnedFit {
  Alpha order;
  Gaussian q;
};

Table bounds_table(const Theorem1Options& options, const LinearRegression& model,
                   const std::vector<LearnedFit>& fits) {
  std::vector<double> orders;
  for (const Alpha alpha : options.alphas) orders.push_back(alpha.value());
  std::vector<std::string> names;
  names.reserve(fits.size());
  for (const LearnedFit& fit : fits) names.push_back(fmt::format("q of {}", fit.order.to_string()));
  return grid_table(
      {.name = "bounds",
       .title = fmt::format("L_alpha(q) by alpha and q; log p(D) = {:.6g}",
                            model.log_evidence(toy_sigma).value),
       .columns = {"alpha"},
       .notes =
           {"q of A: the factorised Gaussian that is best by the bound of order A. The bound "
            "is infinite where q's tails are too light (alpha < 0) or too heavy (alpha > 1)."}},
      orders, names, [&](std::size_t a, std::size_t f) {
        return Cell(linear_bound(options.alphas[a], model, toy_sigma, fits[f].q));
      });
}

// The tightest pair of finite bounds around the evidence among the orders of the table.
Table sandwich_table(const Theorem1Options& options, const LinearRegression& model,
                     const std::vector<LearnedFit>& fits) {
  Table table{.name = "sandwich",
              .title = "The evidence between the bounds of the smallest orders of both signs",
              .columns = {"q of", "alpha+", "L_alpha+", "log p(D)", "L_alpha-", "alpha-", "width"},
              .notes = {"na: no such order, or its bound is infinite."}};
  const double evidence = model.log_evidence(toy_sigma).value;
  for (const LearnedFit& fit : fits) {
    std::optional<double> above, below;
    for (const Alpha alpha : options.alphas) {
      const double order = alpha.value();
      if (!std::isfinite(linear_bound(alpha, model, toy_sigma, fit.q))) continue;
      if (order > 0.0) above = std::min(order, above.value_or(order));
      if (order < 0.0) below = std::max(order, below.value_or(order));
    }
    const auto bound = [&](const std::optional<double>& order) -> std::optional<double> {
      if (!order) return std::nullopt;
      return linear_bound(Alpha(*order), model, toy_sigma, fit.q);
    };
    const auto lower = bound(above), upper = bound(below);
    table.rows.push_back(
        {fit.order.value(), cell_or_na(above), cell_or_na(lower), evidence, cell_or_na(upper),
         cell_or_na(below),
         cell_or_na(lower && upper ? std::optional(*upper - *lower) : std::nullopt)});
  }
  return table;
}

Table simulated_table(const Theorem1Options& options, const LinearRegression& model) {
  Table table{
      .name = "simulated",
      .title = fmt::format("The bound of {} draws beside the exact one, each order with the "
                           "q that it is best for",
                           options.draws),
      .columns = {"alpha", "reference", "here", "difference", "standard error"},
      .notes = {"reference: the exact bound. The error is by the delta method, and too small "
                "where the weights' tail is heavy, as at negative orders."}};
  const Stream stream{options.seed, Purpose::draws, 0};
  for (const Alpha alpha : options.alphas) {
    if (!alpha.is_finite()) continue;
    const LinearMeanField fit = fit_mean_field(alpha, model, toy_sigma);
    const Estimate estimate = estimate_bound(
        alpha, linear_log_weights(model, toy_sigma, full(fit.q), stream, options.draws));
    table.rows.push_back({alpha.value(), fit.bound, estimate.value, estimate.value - fit.bound,
                          cell_or_na(estimate.monte_carlo_error)});
  }
  return table;
}

Figure bounds_figure(const LinearRegression& model, const std::vector<LearnedFit>& fits) {
  const double evidence = model.log_evidence(toy_sigma).value;
  Figure figure{
      .name = "bounds",
      .title = "Theorem 1: the bound falls with alpha through log p(D) at 0",
      .x = {.label = "alpha"},
      .y = {.label = "L_alpha(q)"},
      .series = {{.name = "log p(D)", .x = {-2.0, 4.0}, .y = {evidence, evidence}, .dashed = true}},
      .notes = {"A curve ends where the bound becomes infinite."}};
  for (const LearnedFit& fit : fits) {
    Series line{.name = fmt::format("q of alpha = {}", fit.order.to_string())};
    for (int i = -200; i <= 400; ++i) {
      const double bound = linear_bound(Alpha(0.01 * i), model, toy_sigma, fit.q);
      if (std::abs(bound - evidence) > 1.5) continue;  // on the way to infinity
      line.x.push_back(0.01 * i);
      line.y.push_back(bound);
    }
    figure.series.push_back(std::move(line));
  }
  return figure;
}

}  // namespace

void Theorem1Options::validate() const {
  constexpr std::int64_t most = 10000000;
  if (alphas.empty() || fits.empty())
    throw UsageError("theorem 1: expected at least one alpha, and one to fit q by");
  if (draws < 2 || draws > most)
    throw UsageError(fmt::format("draws: expected 2 to {}, found {}", most, draws));
}

Report theorem_1(const Theorem1Options& options) {
  options.validate();
  const LinearRegression model = toy_regression();
  std::vector<LearnedFit> fits;
  for (const Alpha order : options.fits)
    fits.push_back({order, full(fit_mean_field(order, model, toy_sigma).q)});
  return {.tables = {bounds_table(options, model, fits), sandwich_table(options, model, fits),
                     simulated_table(options, model)},
          .figures = {bounds_figure(model, fits)}};
}

}  // namespace renyi
