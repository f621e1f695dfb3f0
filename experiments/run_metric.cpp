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
  const auto& from = common.empty() ? names : common;
  const auto found = std::ranges::find_if(
      from, [](const std::string& name) { return name.ends_with(likelihood_metric); });
  return found == from.end() ? from.front() : *found;
}

Better better_end_of(std::string_view metric) {
  std::string name(metric);
  std::ranges::transform(name, name.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  constexpr std::string_view low[] = {"negative", "error",   "rmse", "crps",
                                      "brier",    "seconds", "loss", "doubtful"};
  const bool is_low = std::ranges::any_of(
      low, [&](std::string_view word) { return name.find(word) != std::string::npos; });
  return is_low ? Better::lower : Better::higher;
}

}  // namespace renyi
