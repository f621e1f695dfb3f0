#include "cli/prediction_tables.hpp"

#include <fmt/format.h>

#include <cmath>

#include "renyi/models/class_scores.hpp"

namespace renyi::cli {
namespace {

Table empty_table(const PredictiveModel& model, std::span<const Index> rows) {
  Table table{.name = "predictions",
              .title = fmt::format("Predictions of {} for {} {}", model.encoding().target.name,
                                   rows.size(), rows.size() == 1 ? "row" : "rows"),
              .columns = {"row"}};
  for (const Index row : rows) table.rows.push_back({std::int64_t{row + 1}});
  return table;
}

void add_column(Table& table, std::string name, const ConstVectorRef& values) {
  table.columns.push_back(std::move(name));
  for (Index r = 0; r < values.size(); ++r)
    table.rows[static_cast<std::size_t>(r)].emplace_back(values(r));
}

Table number_table(const PredictiveModel& model, const ConstMatrixRef& features,
                   std::span<const Index> rows, std::span<const double> quantiles) {
  const Predictions predictions = model.predict(features, quantiles);
  const Vector sd = predictions.sd();
  Table table = empty_table(model, rows);
  add_column(table, "mean", predictions.mean);
  add_column(table, "sd", sd);
  add_column(table, "noise_sd", predictions.noise_sd);
  add_column(table, "model_sd", predictions.model_sd);
  for (std::size_t q = 0; q < quantiles.size(); ++q)
    add_column(table, fmt::format("q{}", quantiles[q]),
               predictions.quantiles.col(static_cast<Index>(q)));
  table.notes.emplace_back(
      "row: in the table, from 1. noise_sd is what would remain if the model were known, model_sd "
      "what is not known of the model; sd holds both. q0.05 lies above the target with "
      "probability 0.05.");
  if (const auto conformal = model.conformal()) {
    add_column(table, "lower", predictions.mean - conformal->factor * sd);
    add_column(table, "upper", predictions.mean + conformal->factor * sd);
    table.notes.push_back(fmt::format(
        "lower and upper: mean -+ {:.6g} sd, calibrated on {} rows held out (conformal): they hold "
        "the target with probability {:.4g} or more, whether the model is right or not, where new "
        "rows are like those.",
        conformal->factor, conformal->rows, conformal->level));
  }
  return table;
}

Table class_table(const PredictiveModel& model, const ConstMatrixRef& features,
                  std::span<const Index> rows) {
  const Matrix probabilities = model.predict_classes(features).probabilities;
  const auto& classes = model.encoding().classes();
  Table table = empty_table(model, rows);
  table.columns.emplace_back("class");
  const auto chosen = most_probable(probabilities);
  for (std::size_t r = 0; r < chosen.size(); ++r)
    table.rows[r].emplace_back(classes[static_cast<std::size_t>(chosen[r])]);
  for (std::size_t c = 0; c < classes.size(); ++c)
    add_column(table, fmt::format("p({})", classes[c]), probabilities.col(static_cast<Index>(c)));
  table.notes.emplace_back(
      "row: in the table, from 1. class: the most probable one. p(NAME): the probability that the "
      "class is NAME.");
  return table;
}

}  // namespace

Table predictions_table(const PredictiveModel& model, const ConstMatrixRef& features,
                        std::span<const Index> rows, std::span<const double> quantiles) {
  return model.is_classifier() ? class_table(model, features, rows)
                               : number_table(model, features, rows, quantiles);
}

void add_log_density(Table& table, const PredictiveModel& model, const ConstMatrixRef& features,
                     const ConstVectorRef& targets) {
  if (model.is_classifier()) {
    const Matrix probabilities = model.predict_classes(features).probabilities;
    Vector values(targets.size());
    for (Index r = 0; r < targets.size(); ++r)
      values(r) = std::log(probabilities(r, static_cast<Index>(targets(r))));
    add_column(table, "log_density", values);
    table.notes.emplace_back("log_density: log of the probability that the row's own class had.");
    return;
  }
  add_column(table, "log_density", model.score(features, targets).log_density);
  table.notes.emplace_back("log_density: log p(target | features) of the row's own target.");
}

}  // namespace renyi::cli
