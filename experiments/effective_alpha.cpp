#include "experiments/effective_alpha.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include "experiments/maximise.hpp"
#include "experiments/quadratic_log_weights.hpp"
#include "experiments/standard_error.hpp"
#include "experiments/toy_regression.hpp"
#include "renyi/bound/renyi_bound.hpp"
#include "renyi/core/error.hpp"
#include "renyi/core/random.hpp"
#include "renyi/report/cells.hpp"

namespace renyi {
namespace {

// Where the optimum is looked for: beyond the exact optima of all orders, which are 1 to 5.
constexpr double smallest = 0.3;
constexpr double largest = 12.0;
constexpr Index simulated_bounds = 2000;

QuadraticLogWeights weights_of(double precision) {
  static const Matrix posterior = toy_regression().posterior(toy_sigma).precision;
  return QuadraticLogWeights::of(posterior, Vector::Constant(2, precision), 0.0);
}

// Where f(log precision) is largest, by a scan and then a search; none where that is at an end.
std::optional<double> best_precision(const std::function<double(double)>& f) {
  constexpr int points = 48;
  const double low = std::log(smallest);
  const double step = (std::log(largest) - low) / points;
  std::vector<double> values;
  for (int i = 0; i <= points; ++i) values.push_back(f(low + step * i));
  const auto top = std::max_element(values.begin(), values.end()) - values.begin();
  if (top == 0 || top == points) return std::nullopt;
  const double centre = low + step * static_cast<double>(top);
  return std::exp(maximise(f, centre - step, centre + step).at);
}

std::optional<double> expected_optimum(Alpha alpha, std::int64_t draws) {
  return best_precision([&](double log_precision) {
    return expected_bounds(alpha, {draws}, weights_of(std::exp(log_precision))).front();
  });
}

struct SimulatedOptimum {
  double mean = 0.0;
  double standard_error = 0.0;
};

// The same on simulated bounds that share their draws between precisions; replications do not.
std::optional<SimulatedOptimum> simulate_optimum(Alpha alpha, std::int64_t draws,
                                                 const EffectiveAlphaOptions& options) {
  const Index count = options.replications;
  Vector optima(count);
  Matrix squares(2 * draws, simulated_bounds);
  Bound bound;
  for (Index r = 0; r < count; ++r) {
    fill_normal({options.seed, Purpose::draws, static_cast<std::uint32_t>(r)},
                {.row = static_cast<std::uint64_t>(draws)}, squares);
    squares = squares.array().square();
    const auto mean_bound = [&](double log_precision) {
      const auto [peak, curvature] = weights_of(std::exp(log_precision));
      renyi_bound(alpha,
                  Matrix(peak - 0.5 * (curvature[0] * squares.topRows(draws).array() +
                                       curvature[1] * squares.bottomRows(draws).array())),
                  bound);
      return bound.values.mean();
    };
    const auto best = best_precision(mean_bound);
    if (!best) return std::nullopt;
    optima(r) = *best;
  }
  return SimulatedOptimum{optima.mean(), standard_error(optima).value()};
}

using Optima = std::vector<std::vector<std::optional<double>>>;  // by order and number of draws
using EffectiveOrder = std::function<std::optional<double>(std::size_t, std::size_t)>;

Table effective_table(const std::vector<double>& orders, const std::vector<std::string>& names,
                      const EffectiveOrder& effective) {
  return grid_table(
      {.name = "effective",
       .title = "The effective order: the one whose exact optimum is that of K draws",
       .columns = {"alpha"},
       .notes =
           {"-inf, inf: the optimum is beyond the exact one of every order; na: by so much that "
            "it was not found.",
            "From 1, VI, the effective order goes to alpha > 0 with the draws, as appendix D "
            "conjectures, though a small alpha is passed on the way. At alpha = 0 the exact bound "
            "is log p(D) for every q; as K grows the variance of the weights decides, which is "
            "least at the optimum of order -1. For alpha < 0 the exact bound has no maximum over "
            "q, and with more than a few draws the optimum leaves for it."}},
      orders, names, [&](std::size_t a, std::size_t k) { return cell_or_na(effective(a, k)); });
}

Table precision_table(const EffectiveAlphaOptions& options, const std::vector<double>& orders,
                      std::vector<std::string> names, const Optima& best) {
  names.emplace_back("exact");
  return grid_table(
      {.name = "precision",
       .title = "The precision of q that maximises the expected bound of K draws",
       .columns = {"alpha"},
       .notes = {fmt::format(
           "By quadrature. exact: appendix B's, a maximum of the exact bound for alpha > 0 and a "
           "minimum for alpha < 0. na: below {} or above {}.",
           smallest, largest)}},
      orders, names, [&](std::size_t a, std::size_t k) {
        return k < best[a].size() ? cell_or_na(best[a][k]) : Cell(toy_precision(options.alphas[a]));
      });
}

Table simulated_table(const EffectiveAlphaOptions& options, const Optima& best) {
  Table table{
      .name = "simulated",
      .title = fmt::format("The same precision by {} simulations of {} bounds each",
                           options.replications, simulated_bounds),
      .columns = {"alpha", "K", "reference", "here", "difference", "standard error"},
      .notes = {"reference: by quadrature. Draws are shared between the precisions that are "
                "tried, and differ between simulations. Up to 10 draws."}};
  for (std::size_t a = 0; a < best.size(); ++a)
    for (std::size_t k = 0; k < best[a].size(); ++k) {
      if (!best[a][k] || options.draws[k] < 2 || options.draws[k] > 10) continue;
      const Alpha alpha = options.alphas[a];
      const auto found =
          alpha.is_vi() ? std::nullopt : simulate_optimum(alpha, options.draws[k], options);
      if (!found) continue;
      table.rows.push_back({alpha.value(), options.draws[k], *best[a][k], found->mean,
                            found->mean - *best[a][k], found->standard_error});
    }
  return table;
}

Figure effective_figure(const EffectiveAlphaOptions& options, const EffectiveOrder& effective) {
  Figure figure{.name = "effective",
                .title = "Appendix D: the order that q is fitted by in effect",
                .x = {.label = "number of draws K", .logarithmic = true},
                .y = {.label = "effective alpha"},
                .notes = {"With one draw every order is VI. A curve ends where the optimum leaves "
                          "those of all orders."}};
  for (std::size_t a = 0; a < options.alphas.size(); ++a) {
    Series line{.name = fmt::format("alpha = {}", options.alphas[a].to_string()),
                .mark = Mark::line_and_points};
    for (std::size_t k = 0; k < options.draws.size(); ++k) {
      const double order = effective(a, k).value_or(std::numeric_limits<double>::infinity());
      if (std::abs(order) > 8.0) continue;
      line.x.push_back(static_cast<double>(options.draws[k]));
      line.y.push_back(order);
    }
    if (!line.x.empty()) figure.series.push_back(std::move(line));
  }
  return figure;
}

}  // namespace

void EffectiveAlphaOptions::validate() const {
  if (alphas.empty() || draws.empty())
    throw UsageError("effective alpha: expected at least one alpha and one number of draws");
  for (const Alpha alpha : alphas)
    if (!(std::abs(alpha.value()) <= 8.0))
      throw UsageError(
          fmt::format("alpha: expected orders from -8 to 8, found {}", alpha.to_string()));
  for (const std::int64_t count : draws)
    if (count < 1 || count > 1000)
      throw UsageError(fmt::format("draws: expected 1 to 1000, found {}", count));
  if (replications < 2 || replications > 1000)
    throw UsageError(fmt::format("replications: expected 2 to 1000, found {}", replications));
}

Report effective_alpha(const EffectiveAlphaOptions& options) {
  options.validate();
  std::vector<double> orders;
  for (const Alpha alpha : options.alphas) orders.push_back(alpha.value());
  std::vector<std::string> names;
  for (const std::int64_t draws : options.draws) names.push_back(fmt::format("K={}", draws));
  std::vector<std::vector<std::optional<double>>> best(orders.size());
  for (std::size_t a = 0; a < orders.size(); ++a)
    for (const std::int64_t draws : options.draws)
      best[a].push_back(expected_optimum(options.alphas[a], draws));
  const auto effective = [&](std::size_t a, std::size_t k) -> std::optional<double> {
    return best[a][k] ? std::optional(toy_order(*best[a][k]).value()) : std::nullopt;
  };
  return {.tables = {effective_table(orders, names, effective),
                     precision_table(options, orders, names, best), simulated_table(options, best)},
          .figures = {effective_figure(options, effective)}};
}

}  // namespace renyi
