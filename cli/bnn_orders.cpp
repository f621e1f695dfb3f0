#include "cli/bnn_orders.hpp"

#include <fmt/format.h>

#include <utility>

#include "experiments/standard_error.hpp"

namespace renyi::cli {
namespace {

Cell error_cell(const Vector& values) {
  const auto error = standard_error(values);
  return error ? Cell(*error) : Cell(NotAvailable{});
}

}  // namespace

std::optional<std::size_t> best_order(const std::vector<BnnOrder>& orders) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < orders.size(); ++i)
    if (orders[i].fit &&
        (!best || orders[i].log_densities.mean() > orders[*best].log_densities.mean()))
      best = i;
  return best;
}

Table bnn_orders_table(const std::vector<BnnOrder>& orders, std::size_t best) {
  Table table{
      .name = "orders",
      .title = fmt::format("alpha = {} has the highest log-likelihood of {} rows kept apart",
                           orders[best].alpha.to_string(), orders[best].log_densities.size()),
      .columns = {"alpha", "log_likelihood", "std_error", "below_best", "its_error", "best_epoch"}};
  for (const auto& [alpha, fit, log_densities] : orders) {
    std::vector<Cell> row = {alpha.value()};
    if (fit) {
      const Vector below = orders[best].log_densities - log_densities;
      row.insert(row.end(), {log_densities.mean(), error_cell(log_densities), below.mean(),
                             error_cell(below), fit->training.best_epoch.value_or(0)});
    } else {
      row.insert(row.end(), 5, NotAvailable{});
    }
    table.rows.push_back(std::move(row));
  }
  table.notes.emplace_back(
      "Where below_best is less than two of its_error an order is as good as the best one for all "
      "these rows can tell. na: training left the numbers.");
  return table;
}

Figure bnn_orders_figure(const std::vector<BnnOrder>& orders, std::size_t best) {
  Figure figure{.name = "orders",
                .title = "Log-likelihood of rows kept apart, below the best order",
                .x = {.label = "alpha"},
                .y = {.label = "mean log-likelihood less the best one"},
                .notes = {"Bars: one standard error of the difference, row by row."}};
  Series series{.name = "orders", .mark = Mark::points};
  for (const auto& [alpha, fit, log_densities] : orders) {
    figure.x.categories.push_back(alpha.to_string());
    if (!fit) continue;
    const Vector difference = log_densities - orders[best].log_densities;
    const double error = standard_error(difference).value_or(0.0);
    series.x.push_back(static_cast<double>(figure.x.categories.size() - 1));
    series.y.push_back(difference.mean());
    series.lower.push_back(difference.mean() - error);
    series.upper.push_back(difference.mean() + error);
  }
  figure.series.push_back(std::move(series));
  return figure;
}

}  // namespace renyi::cli
