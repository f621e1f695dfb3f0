#include "experiments/figure_2b.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <optional>
#include <span>

#include "renyi/bound/gaussian_oracle.hpp"
#include "renyi/bound/renyi_bound.hpp"
#include "renyi/core/error.hpp"
#include "renyi/core/random.hpp"
#include "renyi/report/cells.hpp"

namespace renyi {
namespace {

// log w = log p(h) - log q(h) with h = m + e, m = (1, 1), e standard normal: -|m|^2/2 - m.e.
const GaussianLogWeights weights{.mean = -1.0, .sd = std::numbers::sqrt2};

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

// The standard error of the mean over repetitions; none from one.
std::optional<double> standard_error(const Vector& bounds) {
  if (bounds.size() < 2) return std::nullopt;
  const auto count = static_cast<double>(bounds.size());
  return (bounds.array() - bounds.mean()).matrix().norm() / std::sqrt(count * (count - 1.0));
}

std::vector<Table> bound_tables(const Figure2bOptions& options) {
  std::vector<double> orders;
  for (const Alpha alpha : options.alphas) orders.push_back(alpha.value());
  std::vector<std::string> names;
  std::vector<Matrix> simulated;
  for (const std::int64_t draws : options.draws) {
    names.push_back(fmt::format("K={}", draws));
    simulated.push_back(simulate_bounds(draws, options));
  }
  const auto bounds = [&](std::size_t a, std::size_t k) -> Vector {
    return simulated[k].col(static_cast<Index>(a));
  };
  const auto expected = [&](std::size_t a, std::size_t k) {
    return expected_bound(options.alphas[a], options.draws[k], weights);
  };

  std::vector<std::string> with_limit = names;
  with_limit.emplace_back("exact");
  std::vector<Table> tables;
  tables.push_back(grid_table(
      {.name = "expected",
       .title = "The expected Monte-Carlo bound by order and number of draws, log p(x) = 0",
       .columns = {"alpha"},
       .notes = {"By quadrature. exact: L_alpha = -alpha, the limit of many draws."}},
      orders, with_limit, [&](std::size_t a, std::size_t k) {
        return Cell(k < names.size() ? expected(a, k) : 0.0 - orders[a]);
      }));
  tables.push_back(grid_table(
      {.name = "simulated",
       .title = fmt::format("The mean of {} simulated bounds", options.repetitions),
       .columns = {"alpha"},
       .notes = {"All orders share their draws, so that differences in one column go together."}},
      orders, names, [&](std::size_t a, std::size_t k) { return Cell(bounds(a, k).mean()); }));
  tables.push_back(grid_table(
      {.name = "standard_errors", .title = "Its standard error", .columns = {"alpha"}}, orders,
      names,
      [&](std::size_t a, std::size_t k) { return cell_or_na(standard_error(bounds(a, k))); }));
  tables.push_back(grid_table({.name = "differences",
                               .title = "Simulated less expected, in standard errors",
                               .columns = {"alpha"}},
                              orders, names, [&](std::size_t a, std::size_t k) -> Cell {
                                const auto error = standard_error(bounds(a, k));
                                if (!error) return NotAvailable{};
                                return (bounds(a, k).mean() - expected(a, k)) / *error;
                              }));
  return tables;
}

Table corollary_table(const Figure2bOptions& options) {
  Table table{.name = "alpha_K",
              .title = "Corollary 1: the order whose expected bound with K draws is log p(x)",
              .columns = {"K", "alpha_K", "expected maximum"},
              .rows = {},
              .notes = {"na: even the largest of K log-weights, the bound at alpha = -inf, is "
                        "expected below log p(x) = 0."}};
  for (const std::int64_t draws : options.draws) {
    const auto order = alpha_k(draws, weights);
    table.rows.emplace_back();
    auto& row = table.rows.back();
    row.emplace_back(draws);
    row.push_back(cell_or_na(order ? std::optional(order->value()) : std::nullopt));
    row.emplace_back(expected_bound(Alpha::vr_max(), draws, weights));
  }
  return table;
}

}  // namespace

void Figure2bOptions::validate() const {
  constexpr std::int64_t most = std::int64_t{max_draw} + 1;
  if (alphas.empty() || draws.empty())
    throw UsageError("figure 2(b): expected at least one alpha and one number of draws");
  if (repetitions < 1 || repetitions > most)
    throw UsageError(fmt::format("repetitions: expected 1 to {}, found {}", most, repetitions));
  for (const std::int64_t count : draws)
    if (count < 1 || count > most)
      throw UsageError(fmt::format("draws: expected 1 to {}, found {}", most, count));
}

Report figure_2b(const Figure2bOptions& options) {
  options.validate();
  Report report{.tables = bound_tables(options)};
  report.tables.push_back(corollary_table(options));
  return report;
}

}  // namespace renyi
