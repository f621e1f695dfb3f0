#include "experiments/run_metric.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "renyi/core/error.hpp"
#include "renyi/data/column_names.hpp"
#include "renyi/data/excerpt.hpp"
#include "renyi/data/nearest_name.hpp"

namespace renyi {
namespace {

constexpr std::string_view likelihood_metric = "log_likelihood";
constexpr std::string_view kept_apart_metric = "validation_score";

// Of names in their order; bounds of different orders cannot be compared.
const std::string& most_telling(const std::vector<std::string>& names) {
  for (const std::string_view ending : {likelihood_metric, kept_apart_metric})
    for (const std::string& name : names)
      if (name.ends_with(ending)) return name;
  return names.front();
}

}  // namespace

std::string chosen_metric(const std::vector<StoredRun>& runs, const std::string& asked_for) {
  std::map<std::string, std::size_t> counts;
  std::size_t done = 0;
  for (const StoredRun& run : runs) {
    if (run.status != JobStatus::done) continue;
    ++done;
    for (const auto& metric : run.metrics) ++counts[metric.first];
  }
  std::vector<std::string> names, common;
  for (const auto& [name, count] : counts) {
    names.push_back(name);
    if (count == done) common.push_back(name);
  }
  if (names.empty()) throw UsageError("metric: expected runs that are done, found none");
  if (!asked_for.empty()) {
    if (counts.contains(asked_for)) return asked_for;
    throw UsageError(fmt::format("metric: expected one of {}, found {}{}", list_columns(names),
                                 excerpt(asked_for), perhaps_meant(names, asked_for)));
  }
  if (counts.contains(std::string(likelihood_metric))) return std::string(likelihood_metric);
  return most_telling(common.empty() ? names : common);
}

Better better_end_of(std::string_view metric) {
  std::string name(metric);
  std::ranges::transform(name, name.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  if (name.find("coverage") != std::string::npos) return Better::neither;
  constexpr std::string_view low[] = {"negative", "error",   "rmse", "crps",
                                      "brier",    "seconds", "loss", "doubtful"};
  const bool is_low = std::ranges::any_of(
      low, [&](std::string_view word) { return name.find(word) != std::string::npos; });
  return is_low ? Better::lower : Better::higher;
}

}  // namespace renyi
