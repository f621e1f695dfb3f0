#include "experiments/figure_2_example.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <numbers>

#include "renyi/core/error.hpp"
#include "renyi/core/random.hpp"
#include "renyi/report/cells.hpp"

namespace renyi::figure_2 {
namespace {

struct ReferenceRow {
  std::int64_t draws = 0;
  std::array<double, 7> bounds = {};  // at reference_orders
  std::optional<double> alpha_k = {};
};

constexpr std::array<double, 7> reference_orders = {-4.0, -2.0, -1.0, 0.0, 0.5, 2.0, 4.0};
constexpr std::array<ReferenceRow, 4> reference_rows = {{
    {2, {-.3278, -.3978, -.4717, -.6254, -.7742, -1.3746, -1.6022}, std::nullopt},
    {5, {.3508, .1867, .0153, -.3249, -.6190, -1.6751, -2.1867}, -.9351},
    {10, {.7538, .5177, .2736, -.1922, -.5618, -1.8078, -2.5177}, -.3344},
    {100, {1.6931, 1.2174, .7453, -.0276, -.5064, -1.9724, -3.2174}, -.0301},
}};

const ReferenceRow* reference_row(std::int64_t draws) {
  const auto* row = std::find_if(reference_rows.begin(), reference_rows.end(),
                                 [&](const ReferenceRow& r) { return r.draws == draws; });
  return row == reference_rows.end() ? nullptr : row;
}

std::vector<double> values_of(const std::vector<Alpha>& alphas) {
  std::vector<double> values;
  values.reserve(alphas.size());
  for (const Alpha alpha : alphas) values.push_back(alpha.value());
  return values;
}

Series curve(const std::string& name, const std::vector<double>& orders,
             const std::function<double(Alpha)>& bound) {
  Series series{.name = name, .x = orders};
  for (const double order : orders) series.y.push_back(bound(Alpha(order)));
  return series;
}

}  // namespace

GaussianLogWeights weights() { return {.mean = -1.0, .sd = std::numbers::sqrt2}; }

std::optional<double> reference_bound(double alpha, std::int64_t draws) {
  const auto* order = std::find(reference_orders.begin(), reference_orders.end(), alpha);
  const ReferenceRow* row = reference_row(draws);
  if (row == nullptr || order == reference_orders.end()) return std::nullopt;
  return row->bounds.at(static_cast<std::size_t>(order - reference_orders.begin()));
}

std::optional<double> reference_alpha_k(std::int64_t draws) {
  const ReferenceRow* row = reference_row(draws);
  return row == nullptr ? std::nullopt : row->alpha_k;
}

std::string name_of(std::int64_t draws) { return fmt::format("K={}", draws); }

void check(const std::vector<Alpha>& alphas, const std::vector<std::int64_t>& draws) {
  constexpr std::int64_t most = std::int64_t{max_draw} + 1;
  if (alphas.empty() || draws.empty())
    throw UsageError("figure 2: expected at least one alpha and one number of draws");
  for (const std::int64_t count : draws)
    if (count < 1 || count > most)
      throw UsageError(fmt::format("draws: expected 1 to {}, found {}", most, count));
}

std::vector<double> order_grid(const std::vector<Alpha>& alphas) {
  std::vector<double> finite;
  for (const Alpha alpha : alphas)
    if (alpha.is_finite()) finite.push_back(alpha.value());
  if (finite.empty()) return {};
  const auto [low, high] = std::minmax_element(finite.begin(), finite.end());
  if (*low == *high) return {*low};
  constexpr int steps = 40;
  std::vector<double> grid;
  for (int i = 0; i <= steps; ++i) grid.push_back(*low + (*high - *low) * i / steps);
  return grid;
}

Figure bounds_figure(const std::vector<Alpha>& alphas, const std::vector<std::int64_t>& draws) {
  const std::vector<double> orders = order_grid(alphas);
  Figure figure{
      .name = "bounds",
      .title = "The bound against alpha, exact and with K draws",
      .x = {.label = "alpha"},
      .y = {.label = "expected bound"},
      .notes = {"Lines: expectations by quadrature. Where such a line crosses log p(x) is "
                "alpha_K of Corollary 1."}};
  for (const std::int64_t count : draws) {
    figure.series.push_back(curve("expected, " + name_of(count), orders, [&](Alpha alpha) {
      return expected_bound(alpha, count, weights());
    }));
    figure.series.back().group = name_of(count);
  }
  const auto reference = [&](const char* name, const std::function<double(Alpha)>& bound) {
    figure.series.push_back(curve(name, orders, bound));
    figure.series.back().dashed = true;
  };
  reference("exact, L_alpha", [](Alpha alpha) { return exact_bound(alpha, weights()); });
  reference("log p(x)", [](Alpha) { return exact_bound(Alpha::iwae(), weights()); });
  Series crossings{.name = "alpha_K", .mark = Mark::points};
  for (const std::int64_t count : draws) {
    const auto order = alpha_k(count, weights());
    if (!order || orders.empty() || order->value() < orders.front()) continue;
    crossings.x.push_back(order->value());
    crossings.y.push_back(exact_bound(Alpha::iwae(), weights()));
  }
  if (!crossings.x.empty()) figure.series.push_back(crossings);
  return figure;
}

Table expected_table(const std::vector<Alpha>& alphas, const std::vector<std::int64_t>& draws) {
  std::vector<std::string> names;
  names.reserve(draws.size() + 1);
  for (const std::int64_t count : draws) names.push_back(name_of(count));
  names.emplace_back("exact");
  return grid_table(
      {.name = "expected",
       .title = "The expected Monte-Carlo bound by order and number of draws, log p(x) = 0",
       .columns = {"alpha"},
       .notes = {"By quadrature. exact: L_alpha = -alpha, the limit of many draws."}},
      values_of(alphas), names, [&](std::size_t a, std::size_t k) {
        // Not exact_bound, which rounds.
        return Cell(k < draws.size() ? expected_bound(alphas[a], draws[k], weights())
                                     : 0.0 - alphas[a].value());
      });
}

Table alpha_k_table(const std::vector<std::int64_t>& draws) {
  Table table{.name = "alpha_K",
              .title = "Corollary 1: the order whose expected bound with K draws is log p(x)",
              .columns = {"K", "alpha_K", "expected maximum", "reference", "difference"},
              .rows = {},
              .notes = {"na: even the largest of K log-weights, the bound at alpha = -inf, is "
                        "expected below log p(x) = 0; or there is no reference for this K.",
                        "reference: computed once by another program, to four digits. The paper "
                        "prints none."}};
  for (const std::int64_t count : draws) {
    const auto order = alpha_k(count, weights());
    const auto reference = reference_alpha_k(count);
    const auto here = order ? std::optional(order->value()) : std::nullopt;
    const auto difference = here && reference ? std::optional(*here - *reference) : std::nullopt;
    table.rows.push_back({count, cell_or_na(here),
                          expected_bound(Alpha::vr_max(), count, weights()), cell_or_na(reference),
                          cell_or_na(difference)});
  }
  return table;
}

}  // namespace renyi::figure_2
