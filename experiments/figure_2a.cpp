#include "experiments/figure_2a.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "experiments/figure_2_example.hpp"

namespace renyi {
namespace {

// A smaller step down is rounding.
constexpr double rounding = 1e-10;

// alpha_K against K, as far as there is one.
Figure alpha_k_figure() {
  Figure figure{
      .name = "alpha_K",
      .title = "Corollary 1: the order at which K draws are right on average",
      .x = {.label = "K", .logarithmic = true},
      .y = {.label = "alpha_K"},
      .notes = {"There is none for K = 1 and 2: their bound is too small at every order."}};
  Series series{.name = "alpha_K", .mark = Mark::line_and_points};
  for (const std::int64_t draws : {3, 4, 5, 7, 10, 20, 30, 50, 100, 200, 500, 1000}) {
    series.x.push_back(static_cast<double>(draws));
    series.y.push_back(alpha_k(draws, figure_2::weights()).value().value());
  }
  figure.series = {series, {.name = "limit", .x = {3.0, 1000.0}, .y = {0.0, 0.0}, .dashed = true}};
  return figure;
}

// The smallest step up that a sequence of numbers takes; +inf where it takes none.
double smallest_step(const std::vector<double>& values) {
  double smallest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 1; i < values.size(); ++i)
    smallest = std::min(smallest, values[i] - values[i - 1]);
  return smallest;
}

// Theorem 2 on the numbers of the figure: each property as a step that must not be negative.
Table properties_table(Figure2aOptions options) {
  std::sort(options.alphas.begin(), options.alphas.end(),
            [](Alpha a, Alpha b) { return a.value() < b.value(); });
  std::sort(options.draws.begin(), options.draws.end());
  double in_draws_below = std::numeric_limits<double>::infinity();
  double in_draws_above = in_draws_below;
  double in_alpha = in_draws_below;
  for (const Alpha alpha : options.alphas) {
    std::vector<double> bounds;
    for (const std::int64_t draws : options.draws)
      bounds.push_back(expected_bound(alpha, draws, figure_2::weights()));
    if (alpha.value() < 1.0) in_draws_below = std::min(in_draws_below, smallest_step(bounds));
    std::reverse(bounds.begin(), bounds.end());
    if (alpha.value() > 1.0) in_draws_above = std::min(in_draws_above, smallest_step(bounds));
  }
  for (const std::int64_t draws : options.draws) {
    if (draws == 1) continue;
    std::vector<double> bounds;
    for (auto alpha = options.alphas.rbegin(); alpha != options.alphas.rend(); ++alpha)
      bounds.push_back(expected_bound(*alpha, draws, figure_2::weights()));
    in_alpha = std::min(in_alpha, smallest_step(bounds));
  }
  Table table{.name = "properties",
              .title = "Theorem 2 on these numbers",
              .columns = {"the expected bound is", "smallest step", "holds"},
              .rows = {},
              .notes = {"Steps between neighbours of the table above; inf says that there are "
                        "none. With one draw, and at alpha = 1, the bound is that of VI."}};
  const auto add = [&](const char* property, double step) {
    table.rows.push_back(
        {std::string(property), step, std::string(step >= -rounding ? "yes" : "no")});
  };
  add("rising in K at alpha < 1", in_draws_below);
  add("falling in K at alpha > 1", in_draws_above);
  add("falling in alpha at K > 1", in_alpha);
  return table;
}

}  // namespace

void Figure2aOptions::validate() const { figure_2::check(alphas, draws); }

Report figure_2a(const Figure2aOptions& options) {
  options.validate();
  Figure bounds = figure_2::bounds_figure(options.alphas, options.draws);
  bounds.notes.emplace_back(
      "The paper's figure is a sketch without numbers; these are exact, for "
      "the example of Figure 2(b).");
  return {.tables = {figure_2::expected_table(options.alphas, options.draws),
                     properties_table(options), figure_2::alpha_k_table(options.draws)},
          .figures = {bounds, alpha_k_figure()}};
}

}  // namespace renyi
