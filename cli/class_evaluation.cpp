#include "cli/class_evaluation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "renyi/report/cells.hpp"

namespace renyi::cli {

Table class_scores_table(const ClassScores& scores) {
  const Index rows = scores.confusion.sum();
  Table table{.name = "scores",
              .title = fmt::format("Scores on {} {}", rows, rows == 1 ? "row" : "rows"),
              .columns = {"score", "value", "std_error"}};
  const auto add = [&](const char* name, const Score& score) {
    table.rows.push_back({std::string(name), score.value, cell_or_na(score.std_error)});
  };
  add("log likelihood", scores.log_likelihood);
  add("accuracy", scores.accuracy);
  add("Brier score", scores.brier);
  add("ECE", scores.calibration_error);
  add("ECE by chance", {.value = scores.calibration_error_by_chance});
  table.notes.emplace_back(
      "Means over rows. Brier score: the sum over classes of (probability - [observed])^2, from 0 "
      "to 2. ECE: the mean distance between accuracy and the probability of the most probable "
      "class, in 15 bins of that probability; by chance: what it is in the mean where these "
      "probabilities are right.");
  return table;
}

Table confusion_table(const ClassScores& scores, const std::vector<std::string>& classes) {
  Table table{.name = "confusion",
              .title = "Rows by class observed and class predicted",
              .columns = {"observed"}};
  for (const auto& name : classes) table.columns.push_back("predicted " + name);
  for (std::size_t c = 0; c < classes.size(); ++c) {
    std::vector<Cell>& row = table.rows.emplace_back();
    row.emplace_back(classes[c]);
    for (const Index count : scores.confusion.row(static_cast<Index>(c)))
      row.emplace_back(std::int64_t{count});
  }
  return table;
}

Table reliability_table(const ClassScores& scores) {
  Table table{.name = "reliability",
              .title = "Accuracy by the probability of the most probable class",
              .columns = {"from", "to", "rows", "confidence", "accuracy", "std_error"}};
  for (const ReliabilityBin& bin : scores.reliability)
    if (bin.rows > 0)
      table.rows.push_back({bin.low, bin.high, std::int64_t{bin.rows}, bin.confidence,
                            bin.accuracy.value, cell_or_na(bin.accuracy.std_error)});
  table.notes.emplace_back(
      "Rows with a probability above `from` and up to `to`. confidence: its mean. std_error: of "
      "the accuracy, what chance gives where the confidence is right.");
  return table;
}

Figure reliability_figure(const ClassScores& scores) {
  Series series{.name = "share of rows, with 2 std_errors", .mark = Mark::line_and_points};
  for (const ReliabilityBin& bin : scores.reliability) {
    if (bin.rows == 0) continue;
    const double error = 2.0 * bin.accuracy.std_error.value_or(0.0);
    series.x.push_back(bin.confidence);
    series.y.push_back(bin.accuracy.value);
    series.lower.push_back(std::max(0.0, bin.accuracy.value - error));
    series.upper.push_back(std::min(1.0, bin.accuracy.value + error));
  }
  Series ideal{.name = "ideal", .x = {0.0, 1.0}, .y = {0.0, 1.0}, .dashed = true};
  return {.name = "reliability",
          .title = "Reliability: how often the most probable class is right",
          .x = {.label = "probability of the most probable class"},
          .y = {.label = "share of rows where it was right"},
          .series = {std::move(series), std::move(ideal)},
          .equal_scales = true};
}

}  // namespace renyi::cli
