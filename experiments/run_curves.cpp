#include "experiments/run_curves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "experiments/run_figures.hpp"
#include "experiments/standard_error.hpp"

namespace renyi {
namespace {

// Of a number of epochs as they are drawn, on a logarithmic axis: none nearer than a hundredth to
// the one before, but the last.
bool is_drawn(std::int64_t epoch, double before, bool last) {
  return last || static_cast<double>(epoch) >= 1.01 * before;
}

Series mean_curve(const RunList& store, const ScoreGroup& group, const std::string& quantity) {
  std::map<std::int64_t, std::vector<double>> values;
  for (const std::int64_t id : group.ids)
    for (const auto& [epoch, metrics] : store.epochs(id))
      if (const auto found = metrics.find(quantity); found != metrics.end())
        values[epoch].push_back(found->second);
  std::erase_if(values, [&](const auto& one) { return one.second.size() < group.ids.size(); });
  Series series;
  for (const auto& [epoch, all] : values) {
    const bool last = epoch == values.rbegin()->first;
    if (!series.x.empty() && !is_drawn(epoch, series.x.back(), last)) continue;
    const Mean mean = mean_of(all);
    series.x.push_back(static_cast<double>(epoch));
    series.y.push_back(mean.value);
    series.lower.push_back(mean.value - mean.standard_error.value_or(0.0));
    series.upper.push_back(mean.value + mean.standard_error.value_or(0.0));
  }
  return series;
}

std::vector<ScoreGroup> groups_of(const RunScores& scores, const std::string& data) {
  std::vector<ScoreGroup> groups = score_groups(scores);
  std::erase_if(groups, [&](const ScoreGroup& group) { return group.data != data; });
  return groups;
}

bool is_better(double left, double right, Better better) {
  return better == Better::lower ? left < right : left > right;
}

// In the order of positions; of each one only the best setting where there would be too many, and
// the best of these where there still are.
std::vector<ScoreGroup> groups_to_draw(const RunScores& scores, const std::string& data,
                                       Better better) {
  const std::vector<ScoreGroup> groups = groups_of(scores, data);
  std::vector<ScoreGroup> drawn;
  for (const std::string& position : scores.positions) {
    const ScoreGroup* best = nullptr;
    for (const ScoreGroup& group : groups) {
      if (group.position != position) continue;
      if (groups.size() <= most_lines)
        drawn.push_back(group);
      else if (best == nullptr ||
               is_better(mean_of(group.values).value, mean_of(best->values).value, better))
        best = &group;
    }
    if (best != nullptr) drawn.push_back(*best);
  }
  if (drawn.size() > most_lines) {
    std::ranges::stable_sort(drawn, [&](const ScoreGroup& left, const ScoreGroup& right) {
      return is_better(mean_of(left.values).value, mean_of(right.values).value, better);
    });
    drawn.resize(most_lines);
  }
  return drawn;
}

}  // namespace

std::vector<Figure> run_curves(const RunList& store, const RunScores& scores, Better better,
                               const std::string& quantity) {
  std::vector<Figure> figures;
  for (const std::string& data : data_of(scores)) {
    Figure figure{.name = fmt::format("{}_{}_by_epoch", data, quantity),
                  .title = fmt::format("{}: {} of each epoch", data, quantity),
                  .x = {.label = "epoch", .logarithmic = true},
                  .y = {.label = quantity},
                  .notes = {"Mean over seeds, splits and folds, as far as all have come; bands: "
                            "one standard error. Bounds of different orders, draws or data are "
                            "different quantities."}};
    const std::vector<ScoreGroup> groups = groups_to_draw(scores, data, better);
    for (const ScoreGroup& group : groups) {
      Series series = mean_curve(store, group, quantity);
      if (series.x.empty()) continue;
      series.name = fmt::format("{}={}{}{}", scores.against, group.position,
                                group.setting.empty() ? "" : " ", group.setting);
      figure.series.push_back(std::move(series));
    }
    if (groups.size() < groups_of(scores, data).size())
      figure.notes.push_back(fmt::format("The best by {} of each {}, {} at most.", scores.metric,
                                         scores.against, most_lines));
    if (!figure.series.empty()) figures.push_back(std::move(figure));
  }
  return figures;
}

}  // namespace renyi
