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

namespace renyi {
namespace {

// log w = log p(h) - log q(h) with h = m + e, m = (1, 1), e standard normal: -|m|^2/2 - m.e.
const GaussianLogWeights weights{.mean = -1.0, .sd = std::numbers::sqrt2};

struct Simulation {
  double mean = 0.0;
  std::optional<double> standard_error;
  std::optional<double> difference;  // from the expectation, in standard errors
};

Cell optional_cell(std::optional<double> value) {
  if (value) return *value;
  return NotAvailable{};
}

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

Simulation summarise(const Vector& bounds, double expected) {
  Simulation simulation;
  simulation.mean = bounds.mean();
  if (bounds.size() < 2) return simulation;
  const auto count = static_cast<double>(bounds.size());
  const double error =
      (bounds.array() - simulation.mean).matrix().norm() / std::sqrt(count * (count - 1.0));
  simulation.standard_error = error;
  simulation.difference = (simulation.mean - expected) / error;
  return simulation;
}

Table bounds_table(const Figure2bOptions& options) {
  Table table{.name = "bounds",
              .title = "The Monte-Carlo bound by order and number of draws, log p(x) = 0",
              .columns = {"alpha", "exact"},
              .rows = {},
              .notes = {"exact: L_alpha = -alpha, the limit of many draws.",
                        "expected: the mean of the Monte-Carlo bound, by quadrature.",
                        fmt::format("simulated: its mean over {} repetitions; se: the standard "
                                    "error of that; difference: (simulated - expected) / se.",
                                    options.repetitions),
                        "All orders share their draws, so differences in one column go together."}};
  for (const Alpha alpha : options.alphas)
    table.rows.push_back({alpha.value(), exact_bound(alpha, weights)});
  for (const std::int64_t draws : options.draws) {
    for (const char* what : {"expected", "simulated", "se", "difference"})
      table.columns.push_back(fmt::format("K={} {}", draws, what));
    const Matrix bounds = simulate_bounds(draws, options);
    for (std::size_t a = 0; a < options.alphas.size(); ++a) {
      const double expected = expected_bound(options.alphas[a], draws, weights);
      const Simulation simulation = summarise(bounds.col(static_cast<Index>(a)), expected);
      auto& row = table.rows[a];
      row.emplace_back(expected);
      row.emplace_back(simulation.mean);
      row.push_back(optional_cell(simulation.standard_error));
      row.push_back(optional_cell(simulation.difference));
    }
  }
  return table;
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
    row.push_back(optional_cell(order ? std::optional(order->value()) : std::nullopt));
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
  nlohmann::ordered_json alphas = nlohmann::ordered_json::array();
  for (const Alpha alpha : options.alphas) alphas.push_back(alpha.to_string());
  return {.command = "reproduce fig2b",
          .options = {{"alpha", alphas},
                      {"draws", options.draws},
                      {"repetitions", options.repetitions},
                      {"seed", options.seed}},
          .tables = {bounds_table(options), corollary_table(options)}};
}

}  // namespace renyi
