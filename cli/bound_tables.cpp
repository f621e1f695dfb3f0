#include "cli/bound_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "renyi/bound/diagnostics.hpp"
#include "renyi/bound/estimate.hpp"
#include "renyi/bound/renyi_bound.hpp"
#include "renyi/core/log_space.hpp"
#include "renyi/report/cells.hpp"

namespace renyi::cli {
namespace {

// The tails of all columns as one: the heaviest of each side, none where no column tells.
TailIndices worst_tails(const Matrix& log_weights) {
  TailIndices worst;
  for (Index b = 0; b < log_weights.cols(); ++b) {
    const TailIndices tails = tail_indices(log_weights.col(b));
    if (tails.upper) worst.upper = std::max(worst.upper.value_or(-infinity), *tails.upper);
    if (tails.lower) worst.lower = std::max(worst.lower.value_or(-infinity), *tails.lower);
  }
  return worst;
}

// Whether the weights are bounded, as the infinite orders need, no number of draws can tell.
std::string verdict(Alpha alpha, const TailIndices& tails) {
  if (!alpha.is_finite()) return "unknown";
  const auto finite = finite_orders(tails).contains(alpha);
  const auto reliable = reliable_orders(tails).contains(alpha);
  if (!finite || !reliable) return "unknown";
  if (*reliable) return "yes";
  return *finite ? "bound only" : "no";
}

std::string interval_text(const OrderInterval& interval) {
  const auto end = [](const std::optional<double>& value) {
    return value ? fmt::format("{:.3g}", *value) : std::string("unknown");
  };
  return fmt::format("({}, {})", end(interval.lower), end(interval.upper));
}

Table surface_table(const Surface& surface, Table head, Cell (*cell_of)(const SurfaceCell&)) {
  std::vector<double> orders;
  for (const Alpha alpha : surface.alphas) orders.push_back(alpha.value());
  std::vector<std::string> names;
  for (const Index size : surface.sizes) names.push_back(fmt::format("K={}", size));
  head.columns = {"alpha"};
  return grid_table(std::move(head), orders, names,
                    [&](std::size_t a, std::size_t k) { return cell_of(surface.at(a, k)); });
}

}  // namespace

Table bounds_table(std::span<const Alpha> alphas, const Matrix& log_weights) {
  Table table{
      .name = "bounds",
      .title = fmt::format("Bounds from {} draws, mean over {} column{}", log_weights.rows(),
                           log_weights.cols(), log_weights.cols() == 1 ? "" : "s"),
      .columns = {"alpha", "bound", "std_error", "mc_error", "effective_draws", "trust"},
      .notes = {
          "std_error: over columns. mc_error: of the draws alone, by the delta method. trust: "
          "whether the tails of the weights leave the exact bound finite (or no) and the mc_error "
          "meaningful (or bound only); no draws tell at the infinite orders."}};
  const TailIndices tails = worst_tails(log_weights);
  for (const Alpha alpha : alphas) {
    const Estimate estimate = estimate_bound(alpha, log_weights);
    table.rows.push_back({alpha.value(), estimate.value, cell_or_na(estimate.standard_error),
                          cell_or_na(estimate.monte_carlo_error), estimate.effective_draws,
                          verdict(alpha, tails)});
  }
  return table;
}

Table weights_table(const Matrix& log_weights) {
  double fewest = infinity;
  double largest = 0.0;
  for (Index b = 0; b < log_weights.cols(); ++b) {
    const Diagnostics one = diagnose(Alpha::iwae(), log_weights.col(b));
    fewest = std::min(fewest, one.effective_draws);
    largest = std::max(largest, one.largest_weight);
  }
  const TailIndices tails = worst_tails(log_weights);
  Table table{
      .name = "weights",
      .title = "Weights, worst column",
      .columns = {"quantity", "value"},
      .notes = {"k̂ is the Pareto index of a tail: of w, and of 1/w. It needs at least 25 draws. "
                "An estimate at negative alpha is no upper bound of the evidence at finite K."}};
  table.rows = {
      {std::string("effective draws"), fewest},
      {std::string("largest weight"), largest},
      {std::string("k̂ of w"), cell_or_na(tails.upper)},
      {std::string("k̂ of 1/w"), cell_or_na(tails.lower)},
      {std::string("orders with a finite bound"), interval_text(finite_orders(tails))},
      {std::string("orders with meaningful errors"), interval_text(reliable_orders(tails))}};
  return table;
}

Table columns_table(std::span<const Alpha> alphas, const Matrix& log_weights,
                    const std::vector<std::string>& names) {
  Table table{.name = "columns", .title = "Bound of every column", .columns = {"column"}};
  Matrix values(log_weights.cols(), static_cast<Index>(alphas.size()));
  for (std::size_t a = 0; a < alphas.size(); ++a) {
    table.columns.push_back("alpha=" + alphas[a].to_string());
    values.col(static_cast<Index>(a)) = renyi_bound(alphas[a], log_weights).values;
  }
  for (Index b = 0; b < log_weights.cols(); ++b) {
    std::vector<Cell> row;
    if (names.empty())
      row.emplace_back(std::int64_t{b + 1});
    else
      row.emplace_back(names[static_cast<std::size_t>(b)]);
    for (const double value : values.row(b)) row.emplace_back(value);
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::vector<Table> surface_tables(const Surface& surface) {
  const bool sampled = surface.method == SurfaceMethod::permutations;
  std::vector<Table> tables;
  tables.push_back(
      surface_table(surface,
                    {.name = "surface",
                     .title = fmt::format("What K draws give, averaged over {} subsets of them",
                                          sampled ? "random" : "all")},
                    [](const SurfaceCell& cell) { return Cell(cell.mean); }));
  tables.push_back(
      surface_table(surface, {.name = "surface_errors", .title = "Standard errors over columns"},
                    [](const SurfaceCell& cell) { return cell_or_na(cell.standard_error); }));
  if (sampled)
    tables.push_back(surface_table(
        surface, {.name = "permutation_errors", .title = "Standard errors of the random subsets"},
        [](const SurfaceCell& cell) { return cell_or_na(cell.permutation_error); }));
  return tables;
}

}  // namespace renyi::cli
