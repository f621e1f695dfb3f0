#include "experiments/corollary_1.hpp"

#include <fmt/format.h>

#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <functional>
#include <optional>
#include <string>

#include "experiments/figure_2_example.hpp"
#include "experiments/quadratic_log_weights.hpp"
#include "experiments/standard_error.hpp"
#include "experiments/toy_regression.hpp"
#include "renyi/bound/gaussian_oracle.hpp"
#include "renyi/bound/renyi_bound.hpp"
#include "renyi/core/error.hpp"
#include "renyi/core/random.hpp"
#include "renyi/report/cells.hpp"

namespace renyi {
namespace {

constexpr double lowest = -8.0;  // orders that are looked at
constexpr std::int64_t most_draws = 10000;

// Log-weights of a known distribution, less log p(x).
struct Weights {
  std::string name;
  std::string title;
  // E L̂_{alpha,K} - log p(x).
  std::function<double(Alpha, std::int64_t)> expected;
  // 2 K normals a column to K log-weights a column.
  std::function<Matrix(const Matrix& normals)> draw;
};

Weights normal_weights() {
  const GaussianLogWeights weights = figure_2::weights();
  return {"normal", "log w ~ N(-1, 2), as in Figure 2(b)",
          [weights](Alpha alpha, std::int64_t k) { return expected_bound(alpha, k, weights); },
          [weights](const Matrix& normals) -> Matrix {
            return weights.mean + weights.sd * normals.topRows(normals.rows() / 2).array();
          }};
}

Weights regression_weights() {
  const auto weights =
      QuadraticLogWeights::of(toy_regression().posterior(toy_sigma).precision,
                              Vector::Constant(2, toy_precision(Alpha::vi())), 0.0);
  return {"regression", "the regression of Figure 1(a) with the q of VI",
          [weights](Alpha alpha, std::int64_t k) {
            return expected_bounds(alpha, {k}, weights).front();
          },
          [weights](const Matrix& normals) -> Matrix {
            const Index draws = normals.rows() / 2;
            return weights.peak -
                   0.5 * (weights.curvature[0] * normals.topRows(draws).array().square() +
                          weights.curvature[1] * normals.bottomRows(draws).array().square());
          }};
}

// The order in [lowest, 0] where a function that falls with it crosses 0, if there is one.
std::optional<double> crossing(const std::function<double(double)>& excess) {
  double low = -0.125, high = 0.0;
  if (excess(high) >= 0.0) return high;
  while (excess(low) < 0.0) {
    if (low <= lowest) return std::nullopt;
    high = low;
    low = std::max(2.0 * low, lowest);
  }
  std::uintmax_t evaluations = 100;
  const auto [left, right] = boost::math::tools::toms748_solve(
      excess, low, high, boost::math::tools::eps_tolerance<double>(30), evaluations);
  return 0.5 * (left + right);
}

struct Simulated {
  double order = 0.0;
  double standard_error = 0.0;
};

// The crossing of the mean of many simulated bounds, which share their draws between orders.
std::optional<Simulated> simulate(const Weights& weights, std::int64_t draws,
                                  const Corollary1Options& options) {
  Matrix normals(2 * draws, options.repetitions);
  fill_normal({options.seed, Purpose::draws, 0}, {.row = static_cast<std::uint64_t>(draws)},
              normals);
  const Matrix log_weights = weights.draw(normals);
  Bound bound;
  const auto excess = [&](double order) {
    renyi_bound(Alpha(order), log_weights, bound);
    return bound.values.mean();
  };
  const auto order = crossing(excess);
  if (!order) return std::nullopt;
  // By the delta method: the error of the mean bound over its slope in the order.
  excess(*order);
  const double error = standard_error(bound.values).value();
  const double shift = 1e-3 * std::max(1.0, std::abs(*order));
  const double slope = (excess(*order + shift) - excess(*order - shift)) / (2.0 * shift);
  return Simulated{*order, error / std::abs(slope)};
}

std::optional<double> expected_crossing(const Weights& weights, std::int64_t draws) {
  return crossing([&](double order) { return weights.expected(Alpha(order), draws); });
}

void add_orders(const Weights& weights, const Corollary1Options& options, Table& table,
                Figure& figure) {
  Series line{.name = weights.name + ", by quadrature", .group = weights.title, .dashed = true};
  Series points{.name = weights.name + ", simulated", .group = weights.title, .mark = Mark::points};
  for (const std::int64_t draws : options.draws) {
    const auto reference = expected_crossing(weights, draws);
    const auto here = simulate(weights, draws, options);
    std::vector<Cell> row = {weights.name, draws, cell_or_na(reference)};
    if (reference && here) {
      row.insert(row.end(), {here->order, here->order - *reference, here->standard_error});
      line.x.push_back(static_cast<double>(draws));
      line.y.push_back(*reference);
      points.x.push_back(static_cast<double>(draws));
      points.y.push_back(here->order);
      points.lower.push_back(here->order - 2.0 * here->standard_error);
      points.upper.push_back(here->order + 2.0 * here->standard_error);
    } else {
      row.insert(row.end(), {cell_or_na(here ? std::optional(here->order) : std::nullopt),
                             NotAvailable{}, NotAvailable{}});
    }
    table.rows.push_back(std::move(row));
  }
  figure.series.push_back(std::move(line));
  figure.series.push_back(std::move(points));
}

// The largest K whose expected bound is not above log p(x).
std::optional<std::int64_t> largest_below(const Weights& weights, Alpha alpha) {
  std::int64_t low = 1, high = 2;  // at K = 1 every order is VI
  while (weights.expected(alpha, high) <= 0.0) {
    if (high >= most_draws) return std::nullopt;
    low = high;
    high = std::min(2 * high, most_draws);
  }
  while (high - low > 1) {
    const std::int64_t middle = (low + high) / 2;
    (weights.expected(alpha, middle) <= 0.0 ? low : high) = middle;
  }
  return low;
}

Table draws_table(const std::vector<Weights>& all, const Corollary1Options& options) {
  Table table{
      .name = "K_alpha",
      .title = "Lemma 2: up to K_alpha draws the order alpha < 0 is expected below log p(x)",
      .columns = {"alpha"},
      .notes = {"By quadrature: with one draw more the expected bound is above log p(x)."}};
  for (const Weights& weights : all) table.columns.push_back(weights.name);
  for (const Alpha alpha : options.alphas) {
    std::vector<Cell> row = {alpha.value()};
    for (const Weights& weights : all) {
      const auto draws = largest_below(weights, alpha);
      row.push_back(draws ? Cell(*draws) : Cell(NotAvailable{}));
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Figure bounds_figure(const Weights& weights, const Corollary1Options& options) {
  Figure figure{.name = "bounds",
                .title = "The expected bound less the evidence: " + weights.title,
                .x = {.label = "alpha"},
                .y = {.label = "E bound of K draws - log p"},
                .series = {{.name = "log p", .x = {-4.0, 1.0}, .y = {0.0, 0.0}, .dashed = true}},
                .notes = {"Each curve crosses 0 at its alpha_K."}};
  for (const std::int64_t draws : options.draws) {
    Series line{.name = fmt::format("K = {}", draws)};
    for (int i = -16; i <= 4; ++i) {
      line.x.push_back(0.25 * i);
      line.y.push_back(weights.expected(Alpha(0.25 * i), draws));
    }
    figure.series.push_back(std::move(line));
  }
  return figure;
}

}  // namespace

void Corollary1Options::validate() const {
  if (draws.empty() || alphas.empty())
    throw UsageError("corollary 1: expected at least one alpha and one number of draws");
  for (const std::int64_t count : draws)
    if (count < 1 || count > most_draws)
      throw UsageError(fmt::format("draws: expected 1 to {}, found {}", most_draws, count));
  for (const Alpha alpha : alphas)
    if (!(alpha.value() >= lowest && alpha.value() < 0.0))
      throw UsageError(fmt::format("alpha: expected orders from {} to below 0, found {}", lowest,
                                   alpha.to_string()));
  if (repetitions < 2 || repetitions > 1000000)
    throw UsageError(fmt::format("repetitions: expected 2 to 1000000, found {}", repetitions));
}

Report corollary_1(const Corollary1Options& options) {
  options.validate();
  const std::vector<Weights> all = {normal_weights(), regression_weights()};
  Table table{.name = "alpha_K",
              .title = "Corollary 1: the order whose expected bound with K draws is log p(x)",
              .columns = {"weights", "K", "reference", "here", "difference", "standard error"},
              .notes = {fmt::format("reference: by quadrature. here: the root of the mean of {} "
                                    "simulated bounds. na: none at {} or above.",
                                    options.repetitions, lowest)}};
  for (const Weights& weights : all)
    table.notes.push_back(weights.name + ": " + weights.title + ".");
  Figure figure{.name = "alpha_K",
                .title = "Corollary 1: alpha_K rises to 0",
                .x = {.label = "number of draws K", .logarithmic = true},
                .y = {.label = "alpha_K"},
                .notes = {"Error bars are two standard errors."}};
  for (const Weights& weights : all) add_orders(weights, options, table, figure);
  return {.tables = {table, draws_table(all, options)},
          .figures = {figure, bounds_figure(all.back(), options)}};
}

}  // namespace renyi
