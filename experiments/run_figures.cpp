#include "experiments/run_figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "experiments/standard_error.hpp"
#include "renyi/report/cells.hpp"

namespace renyi {
namespace {

double position_index(const std::vector<std::string>& positions, const std::string& position) {
  return static_cast<double>(std::ranges::find(positions, position) - positions.begin());
}

// Those that the data set has.
std::vector<std::string> positions_of(const RunScores& scores, const std::string& data) {
  std::vector<std::string> positions = scores.positions;
  std::erase_if(positions, [&](const std::string& position) {
    return std::ranges::none_of(scores.scores, [&](const RunScore& score) {
      return score.data == data && score.position == position;
    });
  });
  return positions;
}

// One line of a figure, and the mean of all its values.
struct SettingLine {
  Series series = {};
  double mean = 0.0;
};

std::vector<SettingLine> setting_lines(const RunScores& scores, const std::string& data,
                                       const std::vector<std::string>& positions) {
  std::vector<std::string> settings;
  std::map<std::string, std::vector<ScoreGroup>> groups;
  for (ScoreGroup& group : score_groups(scores)) {
    if (group.data != data) continue;
    if (!groups.contains(group.setting)) settings.push_back(group.setting);
    groups[group.setting].push_back(std::move(group));
  }
  std::vector<SettingLine> lines;
  for (const std::string& setting : settings) {
    auto& points = groups.at(setting);
    std::ranges::sort(points, {}, [&](const ScoreGroup& group) {
      return position_index(positions, group.position);
    });
    SettingLine line{
        .series = {.name = setting.empty() ? data : setting, .mark = Mark::line_and_points}};
    std::vector<double> means;
    for (const ScoreGroup& point : points) {
      const Mean mean = mean_of(point.values);
      means.push_back(mean.value);
      line.series.x.push_back(position_index(positions, point.position));
      line.series.y.push_back(mean.value);
      line.series.lower.push_back(mean.value - mean.standard_error.value_or(0.0));
      line.series.upper.push_back(mean.value + mean.standard_error.value_or(0.0));
    }
    line.mean = mean_of(means).value;
    lines.push_back(std::move(line));
  }
  return lines;
}

// In their order; where there are too many the best ones, the best first.
std::vector<Series> best_lines(std::vector<SettingLine> lines, Better better) {
  if (lines.size() > most_lines) {
    std::ranges::stable_sort(lines, [better](const SettingLine& left, const SettingLine& right) {
      return better == Better::lower ? left.mean < right.mean : left.mean > right.mean;
    });
    lines.resize(most_lines);
  }
  std::vector<Series> series;
  series.reserve(lines.size());
  for (SettingLine& line : lines) series.push_back(std::move(line.series));
  return series;
}

std::string which_is_better(Better better) {
  if (better == Better::neither) return "Neither end is better.";
  return better == Better::lower ? "Lower is better." : "Higher is better.";
}

}  // namespace

Table run_scores_table(const RunScores& scores, Better better) {
  Table table{.name = "scores",
              .title = fmt::format("{} by {}", scores.metric, scores.against),
              .columns = {"data", "setting", scores.against, "fits", "mean", "std_error"},
              .notes = {which_is_better(better) +
                        " Means and standard errors over fits that repeat a setting: seeds, "
                        "splits and folds; na: not known of one fit."}};
  if (!scores.accompanying.empty())
    table.notes.push_back(fmt::format("Differ too, but only where {} or the setting does: {}.",
                                      scores.against, fmt::join(scores.accompanying, ", ")));
  if (scores.left_out > 0)
    table.notes.push_back(fmt::format(
        "{} left out: a later run has done the same again, with the same seed and "
        "split; data may have changed in between.",
        scores.left_out == 1 ? "1 run is" : fmt::format("{} runs are", scores.left_out)));
  std::vector<ScoreGroup> groups = score_groups(scores);
  std::map<std::string, std::size_t> settings;  // in their order
  for (const ScoreGroup& group : groups) settings.try_emplace(group.setting, settings.size());
  std::ranges::stable_sort(groups, {}, [&](const ScoreGroup& group) {
    return std::tuple(group.data, settings.at(group.setting),
                      position_index(scores.positions, group.position));
  });
  for (const ScoreGroup& group : groups) {
    const Mean mean = mean_of(group.values);
    table.rows.push_back({group.data, group.setting, number_or_text(group.position),
                          static_cast<std::int64_t>(group.values.size()), mean.value,
                          cell_or_na(mean.standard_error)});
  }
  const bool one_setting =
      std::ranges::all_of(groups, [](const ScoreGroup& group) { return group.setting.empty(); });
  if (one_setting) {
    table.columns.erase(table.columns.begin() + 1);
    for (auto& row : table.rows) row.erase(row.begin() + 1);
  }
  return table;
}

std::vector<Figure> run_scores_figures(const RunScores& scores, Better better) {
  std::vector<Figure> figures;
  for (const std::string& data : data_of(scores)) {
    const std::vector<std::string> positions = positions_of(scores, data);
    std::vector<SettingLine> lines = setting_lines(scores, data, positions);
    const std::size_t count = lines.size();
    Figure figure{.name = fmt::format("{}_{}", data, scores.metric),
                  .title = fmt::format("{}: {} by {}", data, scores.metric, scores.against),
                  .x = {.label = scores.against, .categories = positions},
                  .y = {.label = scores.metric},
                  .series = best_lines(std::move(lines), better),
                  .notes = {"Bars: one standard error over seeds, splits and folds. " +
                            which_is_better(better)}};
    if (count > most_lines)
      figure.notes.push_back(fmt::format("The {} best of {} settings, by the mean of their points.",
                                         most_lines, count));
    figures.push_back(std::move(figure));
  }
  return figures;
}

}  // namespace renyi
