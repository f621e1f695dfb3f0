#include "cli/vae_order.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "renyi/report/cells.hpp"

namespace renyi::cli {

VaeFlags pilot_flags(const VaeFlags& flags, std::int64_t epochs) {
  VaeFlags pilot = flags;
  pilot.choose_alpha = false;
  pilot.alpha = Alpha::iwae();
  pilot.epochs = std::max<std::int64_t>(1, epochs / 10);
  if (!flags.model.empty()) pilot.model = flags.model + ".pilot";
  return pilot;
}

std::string order_text(const UnbiasedOrder& found, Index draws) {
  if (found.exists)
    return fmt::format("{} draws estimate log p(x) without bias at alpha = {}", draws,
                       found.order.to_string());
  return fmt::format(
      "alpha = -inf: even the largest of {} weights is {:.3g} nats too low on average", draws,
      -found.curve.back().gap);
}

Table vae_orders_table(const UnbiasedOrder& found, Index draws) {
  Table table{.name = "orders",
              .title = order_text(found, draws),
              .columns = {"alpha", "gap", "std_error"}};
  for (const auto& [alpha, gap, standard_error] : found.curve)
    table.rows.push_back({alpha.value(), gap, cell_or_na(standard_error)});
  table.notes.push_back(fmt::format(
      "gap: mean of the bound of {} draws less log p(x), in nats, on a pilot fit. Training at an "
      "order without a gap maximises what it is meant to, log p(x).",
      draws));
  return table;
}

Figure vae_orders_figure(const UnbiasedOrder& found, Index draws) {
  Figure figure{
      .name = "orders",
      .title = fmt::format("The bound of {} draws less log p(x), on the pilot fit", draws),
      .x = {.label = "alpha"},
      .y = {.label = "gap / nats"},
      .notes = {"Bars: two standard errors over images."}};
  Series series{.name = "orders", .mark = Mark::line_and_points};
  for (const auto& [alpha, gap, standard_error] : found.curve) {
    figure.x.categories.push_back(alpha.to_string());
    if (!std::isfinite(gap)) continue;
    series.x.push_back(static_cast<double>(figure.x.categories.size() - 1));
    series.y.push_back(gap);
    series.lower.push_back(gap - 2.0 * standard_error.value_or(0.0));
    series.upper.push_back(gap + 2.0 * standard_error.value_or(0.0));
  }
  figure.series.push_back(std::move(series));
  return figure;
}

}  // namespace renyi::cli
