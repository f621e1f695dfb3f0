#include "experiments/vae_tables.hpp"

#include <fmt/format.h>

#include <utility>

#include "experiments/standard_error.hpp"
#include "renyi/report/cells.hpp"

namespace renyi {
namespace {

Vector vector_of(const std::vector<double>& values) {
  return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

}  // namespace

std::string method_name(Alpha alpha) {
  if (alpha.is_vi()) return "VAE";
  if (alpha == Alpha::iwae()) return "IWAE";
  return alpha == Alpha::vr_max() ? "VR-max" : "VR";
}

Table vae_scores_table(const std::vector<VaeFitScores>& scores) {
  Table table{
      .name = "log_likelihood",
      .title = "Auto-encoders: mean log-likelihood of test images, in nats",
      .columns = {"dataset", "L", "K", "alpha", "method", "fits", "here", "std_error", "paper",
                  "paper_std_error", "difference", "in_errors", "ESS"},
      .notes = {"Higher is better. Means and standard errors over fits: folds of frey, "
                "seeds; difference: here less paper, in nats; in_errors: in combined "
                "standard errors (both, and the rounding of printed numbers); na: not known "
                "of one fit, or not in the paper. ESS: effective draws of the "
                "log-likelihood's, mean over images and fits."}};
  for (const VaeFitScores& score : scores) {
    const Vector all = vector_of(score.log_likelihood);
    const double here = all.mean();
    const auto error = standard_error(all);
    std::vector<Cell> row = {std::string(to_string(score.setting.benchmark)),
                             score.setting.layers,
                             score.setting.draws,
                             score.alpha.value(),
                             method_name(score.alpha),
                             static_cast<std::int64_t>(all.size()),
                             here,
                             cell_or_na(error)};
    const auto paper = published_vae(score.setting, score.alpha);
    row.push_back(paper ? Cell(paper->value) : NotAvailable{});
    row.push_back(paper ? cell_or_na(paper->standard_error) : NotAvailable{});
    row.push_back(paper ? Cell(here - paper->value) : NotAvailable{});
    row.push_back(paper ? cell_or_na(difference_in_errors(here, error, *paper)) : NotAvailable{});
    row.emplace_back(vector_of(score.effective_draws).mean());
    table.rows.push_back(std::move(row));
  }
  return table;
}

Figure vae_training_figure(const std::vector<VaeFitScores>& scores) {
  Figure figure{.name = "training",
                .title = "Training: the bound of each epoch",
                .x = {.label = "epoch", .logarithmic = true},
                .y = {.label = "bound / nats"},
                .notes = {"Mean over the steps of an epoch; of the first fit of each line of the "
                          "table. Bounds of different orders or K are different quantities."}};
  for (const VaeFitScores& score : scores) {
    if (score.bounds.empty()) continue;
    Series series{
        .name = fmt::format("{} alpha={} L={} K={}", method_name(score.alpha),
                            score.alpha.to_string(), score.setting.layers, score.setting.draws),
        .y = score.bounds};
    for (std::size_t i = 0; i < series.y.size(); ++i)
      series.x.push_back(static_cast<double>(i + 1));
    figure.series.push_back(std::move(series));
  }
  return figure;
}

}  // namespace renyi
