#include "cli/evaluation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "cli/class_evaluation.hpp"
#include "renyi/report/cells.hpp"

namespace renyi::cli {
namespace {

std::vector<double> numbers(const Eigen::Ref<const Vector>& vector) {
  return {vector.begin(), vector.end()};
}

constexpr std::array<double, 3> coverage_levels = {0.5, 0.9, 0.95};

std::string coverage_name(const Coverage& coverage) {
  return fmt::format("coverage of {:.4g} %", 100.0 * coverage.level);
}

void add_conformal(const Conformal& conformal, const Predictions& predictions,
                   const Vector& targets, Table& table) {
  const Coverage coverage = coverage_of(conformal, predictions.mean, predictions.sd(), targets);
  table.rows.push_back({"conformal " + coverage_name(coverage), coverage.covered.value,
                        cell_or_na(coverage.covered.std_error)});
  table.notes.push_back(
      fmt::format("The conformal interval, mean -+ {:.6g} sd, was calibrated on {} rows held out, "
                  "and chance in these is part of its std_error.",
                  conformal.factor, conformal.rows));
}

Series diagonal(double low, double high) {
  return {.name = "ideal", .x = {low, high}, .y = {low, high}, .dashed = true};
}

}  // namespace

void add_evaluation(const PredictiveModel& model, const ConstMatrixRef& features,
                    const Vector& targets, Report& report) {
  const TableEncoding& encoding = model.encoding();
  if (model.is_classifier()) {
    const auto scores = score_classes(model.predict_classes(features).probabilities, targets);
    report.tables = {class_scores_table(scores), confusion_table(scores, encoding.classes()),
                     reliability_table(scores)};
    report.figures = {reliability_figure(scores)};
    return;
  }
  const RowScores scores = model.score(features, targets);
  const Predictions predictions = model.predict(features, std::array{0.05, 0.95});
  report.tables = {scores_table(summarise(scores, coverage_levels), targets.size())};
  if (const auto conformal = model.conformal())
    add_conformal(*conformal, predictions, targets, report.tables.front());
  report.figures = {observed_figure(predictions, targets, encoding.target.name),
                    calibration_figure(scores)};
}

Table scores_table(const Scores& scores, Index rows) {
  Table table{.name = "scores",
              .title = fmt::format("Scores on {} {}", rows, rows == 1 ? "row" : "rows"),
              .columns = {"score", "value", "std_error"}};
  const auto add = [&](const std::string& name, const Score& score) {
    table.rows.push_back({name, score.value, cell_or_na(score.std_error)});
  };
  add("log likelihood", scores.log_likelihood);
  add("RMSE", scores.rmse);
  add("CRPS", scores.crps);
  for (const Coverage& coverage : scores.coverage) add(coverage_name(coverage), coverage.covered);
  table.notes.emplace_back(
      "Means over rows, in the units of the table. Coverage: the share of targets within the "
      "central "
      "interval; its std_error is what chance gives where the interval is right.");
  return table;
}

Figure observed_figure(const Predictions& predictions, const Vector& targets,
                       const std::string& target) {
  Series series{.name = "mean and 90 % interval",
                .mark = Mark::points,
                .x = numbers(targets),
                .y = numbers(predictions.mean)};
  if (predictions.quantiles.cols() == 2) {
    series.lower = numbers(predictions.quantiles.col(0));
    series.upper = numbers(predictions.quantiles.col(1));
  }
  return {.name = "observed",
          .title = "Predicted against observed",
          .x = {.label = "observed " + target},
          .y = {.label = "predicted " + target},
          .series = {std::move(series), diagonal(targets.minCoeff(), targets.maxCoeff())}};
}

Figure calibration_figure(const RowScores& rows) {
  std::vector<double> levels;
  for (int percent = 5; percent < 100; percent += 5) levels.push_back(percent / 100.0);
  Series series{.name = "share of rows, with 2 std_errors", .mark = Mark::line_and_points};
  for (const Coverage& coverage : coverage_of(rows, levels)) {
    const double error = 2.0 * coverage.covered.std_error.value_or(0.0);
    series.x.push_back(coverage.level);
    series.y.push_back(coverage.covered.value);
    series.lower.push_back(std::max(0.0, coverage.covered.value - error));
    series.upper.push_back(std::min(1.0, coverage.covered.value + error));
  }
  return {.name = "calibration",
          .title = "Calibration: how often central intervals hold the target",
          .x = {.label = "level of the interval"},
          .y = {.label = "share of rows within it"},
          .series = {std::move(series), diagonal(0.0, 1.0)},
          .equal_scales = true};
}

}  // namespace renyi::cli
