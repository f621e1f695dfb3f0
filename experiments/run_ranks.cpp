#include "experiments/run_ranks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include "experiments/bnn_tables.hpp"
#include "experiments/standard_error.hpp"
#include "renyi/report/cell_text.hpp"
#include "renyi/report/cells.hpp"

namespace renyi {
namespace {

// Data set, setting and repetition.
using Comparison = std::tuple<std::string, std::string, std::string>;
using Comparisons = std::map<Comparison, std::map<std::string, double>>;

// The mean score of each position for everything else that a score may depend on.
Comparisons comparisons_of(const RunScores& scores) {
  std::map<Comparison, std::map<std::string, std::vector<double>>> values;
  for (const RunScore& score : scores.scores)
    values[{score.data, score.setting, score.repetition}][score.position].push_back(score.value);
  Comparisons means;
  for (const auto& [one, by_position] : values)
    for (const auto& [position, all] : by_position) means[one][position] = mean_of(all).value;
  return means;
}

}  // namespace

Table run_ranks_table(const RunScores& scores, Better better) {
  Table table{
      .name = "ranks",
      .title = fmt::format("Mean rank of each {} by {}", scores.against, scores.metric),
      .columns = {scores.against, "comparisons", "mean_rank", "std_error", "share_best"},
      .notes = {"1 is the best; equal values share a rank. A comparison is one repetition of one "
                "setting on one data set that has every value of " +
                scores.against + "; share_best: how often it was the best, or as good."}};
  std::vector<std::vector<double>> ranked(scores.positions.size());
  if (scores.positions.size() < 2 || better == Better::neither) return table;
  for (const auto& [comparison, by_position] : comparisons_of(scores)) {
    if (by_position.size() < scores.positions.size()) continue;
    std::vector<double> values;
    for (const std::string& position : scores.positions)
      values.push_back((better == Better::lower ? 1.0 : -1.0) * by_position.at(position));
    if (std::ranges::any_of(values, [](double value) { return std::isnan(value); })) continue;
    const std::vector<double> all = ranks(values);
    for (std::size_t i = 0; i < all.size(); ++i) ranked[i].push_back(all[i]);
  }
  for (std::size_t i = 0; i < ranked.size() && !ranked[i].empty(); ++i) {
    const Mean mean = mean_of(ranked[i]);
    const auto count = static_cast<double>(ranked[i].size());
    // Of those that share a rank none is below the best of them.
    double best = 0.0;
    for (std::size_t c = 0; c < ranked[i].size(); ++c)
      if (std::ranges::none_of(ranked, [&](const auto& other) { return other[c] < ranked[i][c]; }))
        best += 1.0;
    table.rows.push_back({number_or_text(scores.positions[i]),
                          static_cast<std::int64_t>(ranked[i].size()), mean.value,
                          cell_or_na(mean.standard_error), best / count});
  }
  return table;
}

Figure run_ranks_figure(const Table& ranks) {
  Figure figure{.name = "ranks",
                .title = ranks.title,
                .x = {.label = ranks.columns.front()},
                .y = {.label = "mean rank"},
                .notes = {"1 is the best. Bars: one standard error over comparisons."}};
  Series series{.name = "mean rank", .mark = Mark::bars};
  for (const auto& row : ranks.rows) {
    figure.x.categories.push_back(cell_text(row[0], Digits::all));
    const double mean = std::get<double>(row[2]);
    const auto* error = std::get_if<double>(&row[3]);
    series.x.push_back(static_cast<double>(series.x.size()));
    series.y.push_back(mean);
    series.lower.push_back(mean - (error != nullptr ? *error : 0.0));
    series.upper.push_back(mean + (error != nullptr ? *error : 0.0));
  }
  figure.series.push_back(std::move(series));
  return figure;
}

}  // namespace renyi
