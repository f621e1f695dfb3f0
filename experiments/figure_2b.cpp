#include "experiments/figure_2b.hpp"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <span>
#include <utility>

#include "experiments/figure_2_example.hpp"
#include "experiments/standard_error.hpp"
#include "renyi/bound/renyi_bound.hpp"
#include "renyi/core/error.hpp"
#include "renyi/core/random.hpp"
#include "renyi/report/cells.hpp"

namespace renyi {
namespace {

// L̂_{alpha,K} in each repetition (rows) for each order (columns).
Matrix simulate_bounds(std::int64_t draws, const Figure2bOptions& options) {
  const Stream stream{options.seed, Purpose::draws, 0};
  Matrix bounds(options.repetitions, static_cast<Index>(options.alphas.size()));
  Matrix noise(2, draws);
  Bound bound;
  for (Index r = 0; r < bounds.rows(); ++r) {
    fill_normal(stream, {static_cast<std::uint64_t>(draws), static_cast<std::uint32_t>(r)},
                std::span(noise.data(), static_cast<std::size_t>(noise.size())));
    const Vector log_weights = (-1.0 - noise.row(0).array() - noise.row(1).array()).transpose();
    for (Index a = 0; a < bounds.cols(); ++a) {
      renyi_bound(options.alphas[static_cast<std::size_t>(a)], log_weights, bound);
      bounds(r, a) = bound.values(0);
    }
  }
  return bounds;
}

// What was simulated: repetitions x orders, for each number of draws.
struct Simulation {
  const Figure2bOptions& options;
  std::vector<Matrix> bounds;

  Vector at(std::size_t alpha, std::size_t draws) const {
    return bounds[draws].col(static_cast<Index>(alpha));
  }
};

std::vector<Table> simulated_tables(const Simulation& simulated, const Table& expected) {
  const Figure2bOptions& options = simulated.options;
  std::vector<double> orders;
  for (const Alpha alpha : options.alphas) orders.push_back(alpha.value());
  std::vector<std::string> names;
  for (const std::int64_t draws : options.draws) names.push_back(figure_2::name_of(draws));
  std::vector<Table> tables;
  tables.push_back(grid_table(
      {.name = "simulated",
       .title = fmt::format("The mean of {} simulated bounds", options.repetitions),
       .columns = {"alpha"},
       .notes = {"All orders share their draws, so that differences in one column go together."}},
      orders, names,
      [&](std::size_t a, std::size_t k) { return Cell(simulated.at(a, k).mean()); }));
  tables.push_back(
      grid_table({.name = "standard_errors", .title = "Its standard error", .columns = {"alpha"}},
                 orders, names, [&](std::size_t a, std::size_t k) {
                   return cell_or_na(standard_error(simulated.at(a, k)));
                 }));
  tables.push_back(grid_table({.name = "differences",
                               .title = "Simulated less expected, in standard errors",
                               .columns = {"alpha"}},
                              orders, names, [&](std::size_t a, std::size_t k) -> Cell {
                                const Vector bounds = simulated.at(a, k);
                                const auto error = standard_error(bounds);
                                if (!error) return NotAvailable{};
                                return (bounds.mean() - std::get<double>(expected.rows[a][k + 1])) /
                                       *error;
                              }));
  return tables;
}

// Against values that come from elsewhere, where there are some.
Table comparison_table(const Simulation& simulated) {
  Table table{
      .name = "comparison",
      .title = "The simulated mean against reference values",
      .columns = {"alpha", "K", "reference", "here", "difference", "standard error"},
      .rows = {},
      .notes = {"reference: the exact expectation, computed once by another program to four "
                "digits. The paper shows a figure and prints no values."}};
  const Figure2bOptions& options = simulated.options;
  for (std::size_t k = 0; k < options.draws.size(); ++k)
    for (std::size_t a = 0; a < options.alphas.size(); ++a) {
      const double alpha = options.alphas[a].value();
      const auto reference = figure_2::reference_bound(alpha, options.draws[k]);
      if (!reference) continue;
      const Vector bounds = simulated.at(a, k);
      table.rows.push_back({alpha, options.draws[k], *reference, bounds.mean(),
                            bounds.mean() - *reference, cell_or_na(standard_error(bounds))});
    }
  return table;
}

// The expectations with the simulated means on them, two standard errors each way.
Figure simulated_figure(const Simulation& simulated) {
  const Figure2bOptions& options = simulated.options;
  Figure figure = figure_2::bounds_figure(options.alphas, options.draws);
  figure.y.label = "bound";
  figure.notes.emplace_back(fmt::format(
      "Points: means of {} simulations, with two standard errors each way.", options.repetitions));
  for (std::size_t k = 0; k < options.draws.size(); ++k) {
    const std::string name = figure_2::name_of(options.draws[k]);
    Series series{.name = "simulated, " + name, .group = name, .mark = Mark::points};
    for (std::size_t a = 0; a < options.alphas.size(); ++a) {
      const Vector bounds = simulated.at(a, k);
      const double error = standard_error(bounds).value_or(0.0);
      series.x.push_back(options.alphas[a].value());
      series.y.push_back(bounds.mean());
      series.lower.push_back(bounds.mean() - 2.0 * error);
      series.upper.push_back(bounds.mean() + 2.0 * error);
    }
    figure.series.push_back(std::move(series));
  }
  return figure;
}

}  // namespace

void Figure2bOptions::validate() const {
  constexpr std::int64_t most = std::int64_t{max_draw} + 1;
  figure_2::check(alphas, draws);
  if (repetitions < 1 || repetitions > most)
    throw UsageError(fmt::format("repetitions: expected 1 to {}, found {}", most, repetitions));
}

Report figure_2b(const Figure2bOptions& options) {
  options.validate();
  Simulation simulated{.options = options, .bounds = {}};
  for (const std::int64_t draws : options.draws)
    simulated.bounds.push_back(simulate_bounds(draws, options));
  Report report{.tables = {figure_2::expected_table(options.alphas, options.draws)},
                .figures = {simulated_figure(simulated)}};
  for (auto& table : simulated_tables(simulated, report.tables[0]))
    report.tables.push_back(std::move(table));
  report.tables.push_back(comparison_table(simulated));
  report.tables.push_back(figure_2::alpha_k_table(options.draws));
  return report;
}

}  // namespace renyi
