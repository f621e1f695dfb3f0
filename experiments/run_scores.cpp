#include "experiments/run_scores.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>

#include "renyi/data/number.hpp"

namespace renyi {
namespace {

// Besides the seed, which every run has.
constexpr const char* repetition_options[] = {"split", "fold"};

bool repeats(const std::string& option) {
  return option == "seed" || std::ranges::count(repetition_options, option) > 0;
}

// Where things lie, which says less than what they are; and what they are, which comes last.
bool is_of_data(const std::string& option) {
  constexpr std::string_view of_data[] = {"fit", "data", "test", "validate-images", data_label};
  return std::ranges::count(of_data, option) > 0;
}

// Numbers have one text each.
std::string value_of_option(const StoredRun& run, const std::string& name) {
  const auto found = run.options.find(name);
  if (found == run.options.end()) return "none";
  const auto number = parse_number(found->second);
  return number ? fmt::format("{}", *number) : found->second;
}

// What may tell settings apart, the more telling first.
std::vector<std::string> candidates(const std::vector<const StoredRun*>& runs,
                                    const std::string& against) {
  std::set<std::pair<bool, std::string>> found;  // false before true
  for (const StoredRun* run : runs)
    for (const auto& [name, value] : run->options) {
      const bool is_named = run->name.find("/" + name + "=") != std::string::npos;
      if (name != against && !repeats(name) && (is_named || !is_of_data(name)))
        found.emplace(!is_named, name);
    }
  std::vector<std::string> names;
  for (const auto& one : found)
    if (std::ranges::count(names, one.second) == 0) names.push_back(one.second);
  return names;
}

// Whether some have other data than others, as far as that is known of them.
bool have_different_data(const std::vector<const StoredRun*>& runs) {
  std::set<std::string> known;
  for (const StoredRun* run : runs)
    if (const auto found = run->options.find(std::string(data_label)); found != run->options.end())
      known.insert(found->second);
  return known.size() > 1;
}

template <class T>
std::size_t count_different(const std::vector<T>& values) {
  return std::set<T>(values.begin(), values.end()).size();
}

// The setting of each run of one data set; adds options that vary without telling anything.
std::vector<std::string> settings_of(const std::vector<const StoredRun*>& runs,
                                     const std::string& against,
                                     std::set<std::string>& accompanying) {
  std::vector<std::string> settings(runs.size());
  std::vector<std::string> keys;  // the setting and the option shown against
  keys.reserve(runs.size());
  for (const StoredRun* run : runs) keys.push_back(value_of_option(*run, against));
  std::vector<std::string> names = candidates(runs, against);
  if (have_different_data(runs)) names.emplace_back(data_label);
  for (const std::string& name : names) {
    std::vector<std::string> values, finer;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      values.push_back(value_of_option(*runs[i], name));
      finer.push_back(fmt::format("{} {}={}", keys[i], name, values[i]));
    }
    if (count_different(finer) > count_different(keys)) {
      keys = std::move(finer);
      for (std::size_t i = 0; i < runs.size(); ++i)
        settings[i] += fmt::format("{}{}={}", settings[i].empty() ? "" : " ", name, values[i]);
    } else if (count_different(values) > 1) {
      accompanying.insert(name);
    }
  }
  return settings;
}

std::string repetition_of(const StoredRun& run) {
  std::string text = fmt::format("seed={}", run.seed);
  for (const char* name : repetition_options)
    if (run.options.contains(name)) text += fmt::format(" {}={}", name, run.options.at(name));
  return text;
}

std::vector<std::string> in_order(const std::vector<RunScore>& scores) {
  std::set<std::tuple<bool, double, std::string>> found;  // numbers first
  for (const RunScore& score : scores) {
    const auto number = parse_number(score.position);
    found.emplace(!number, number.value_or(0.0), score.position);
  }
  std::vector<std::string> positions;
  positions.reserve(found.size());
  for (const auto& one : found) positions.push_back(std::get<2>(one));
  return positions;
}

// Leaves the last run of each repetition.
void leave_out_repeated(RunScores& scores) {
  std::map<std::tuple<std::string, std::string, std::string, std::string>, std::int64_t> last;
  const auto place = [&](const RunScore& score) -> std::int64_t& {
    return last[{score.data, score.setting, score.position, score.repetition}];
  };
  for (const RunScore& score : scores.scores) place(score) = std::max(place(score), score.id);
  scores.left_out = static_cast<std::int64_t>(std::erase_if(
      scores.scores, [&](const RunScore& score) { return place(score) != score.id; }));
}

bool varies(const std::vector<const StoredRun*>& runs, const std::string& name) {
  std::vector<std::string> values;
  for (const StoredRun* run : runs)
    if (run->options.contains(name)) values.push_back(value_of_option(*run, name));
  return count_different(values) > 1;
}

}  // namespace

std::string axis_option(const std::vector<StoredRun>& runs) {
  std::vector<const StoredRun*> done;
  for (const StoredRun& run : runs)
    if (run.status == JobStatus::done) done.push_back(&run);
  const std::string usual = "alpha";
  if (varies(done, usual)) return usual;
  for (const std::string& name : candidates(done, usual))
    if (varies(done, name)) return name;
  return usual;
}

RunScores run_scores(const std::vector<StoredRun>& runs, const std::string& metric,
                     const std::string& against) {
  std::set<std::string> fits, accompanying;
  for (const StoredRun& run : runs) fits.insert(value_of_option(run, "fit"));
  std::map<std::string, std::vector<const StoredRun*>> by_data;
  for (const StoredRun& run : runs)
    if (run.status == JobStatus::done && run.metrics.contains(metric) &&
        run.options.contains(against))
      by_data[(fits.size() > 1 ? value_of_option(run, "fit") + " " : "") +
              value_of_option(run, "data")]
          .push_back(&run);
  RunScores result{.metric = metric, .against = against};
  for (const auto& [data, members] : by_data) {
    const std::vector<std::string> settings = settings_of(members, against, accompanying);
    for (std::size_t i = 0; i < members.size(); ++i)
      result.scores.push_back({.id = members[i]->id,
                               .data = data,
                               .position = value_of_option(*members[i], against),
                               .setting = settings[i],
                               .repetition = repetition_of(*members[i]),
                               .value = members[i]->metrics.at(metric)});
  }
  std::ranges::sort(result.scores, {}, &RunScore::id);
  leave_out_repeated(result);
  result.positions = in_order(result.scores);
  result.accompanying.assign(accompanying.begin(), accompanying.end());
  return result;
}

std::vector<ScoreGroup> score_groups(const RunScores& scores) {
  std::vector<ScoreGroup> groups;
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> places;
  for (const RunScore& score : scores.scores) {
    const auto [place, is_new] =
        places.try_emplace({score.data, score.setting, score.position}, groups.size());
    if (is_new)
      groups.push_back({.data = score.data, .setting = score.setting, .position = score.position});
    groups[place->second].ids.push_back(score.id);
    groups[place->second].values.push_back(score.value);
  }
  return groups;
}

std::vector<std::string> data_of(const RunScores& scores) {
  std::vector<std::string> found;
  for (const RunScore& score : scores.scores)
    if (std::ranges::count(found, score.data) == 0) found.push_back(score.data);
  return found;
}

}  // namespace renyi
