#include "cli/sweep_plan.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "cli/sweep_options.hpp"
#include "renyi/data/excerpt.hpp"
#include "renyi/data/nearest_name.hpp"

namespace renyi::cli {
namespace {

// "--draws: expected a whole number, found 'ten'" in its parts.
struct Refusal {
  std::string name = {}, expected = {}, found = {};
};

std::optional<Refusal> parts_of(const UsageError& error) {
  constexpr std::string_view expected = ": expected ", found = ", found ";
  std::string_view text = error.what();
  while (text.starts_with("-")) text.remove_prefix(1);
  const auto first = text.find(expected), last = text.rfind(found);
  if (first == std::string_view::npos || last == std::string_view::npos || last < first)
    return std::nullopt;
  const auto begin = first + expected.size();
  return Refusal{.name = std::string(text.substr(0, first)),
                 .expected = std::string(text.substr(begin, last - begin)),
                 .found = std::string(text.substr(last + found.size()))};
}

void check_list(const std::string& what, const Place& place,
                const std::vector<SweepValue>& values) {
  if (values.empty()) refuse_at(place, fmt::format("at least one value of {}", what), "none");
  std::set<std::string> seen;
  for (const SweepValue& value : values)
    if (!seen.insert(value.text).second)
      refuse_at(value.place, fmt::format("values of {} that differ", what),
                excerpt(value.text) + " twice");
}

void check_exists(const SweepValue& value) {
  std::error_code none;
  if (value.text == "-" || !std::filesystem::exists(value.text, none))
    refuse_at(value.place, "a file or folder that exists", excerpt(value.text));
}

void check_option(SweepKind kind, SweepOption& option) {
  const std::vector<std::string> names = sweep_option_names(kind);
  if (std::find(names.begin(), names.end(), option.name) == names.end())
    refuse_at(option.place,
              fmt::format("an option of `renyi fit {}` that a sweep may set", to_string(kind)),
              excerpt(option.name) + perhaps_meant(names, option.name));
  for (SweepValue& value : option.values) {
    try {
      value.text = normal_text(kind, option.name, value.text);
    } catch (const UsageError& error) {
      const auto parts = parts_of(error);
      if (!parts) throw;
      refuse_at(value.place, fmt::format("{} as {}", parts->expected, option.name), parts->found);
    }
  }
  check_list(option.name, option.place, option.values);
}

}  // namespace

void refuse_at(const Place& place, const std::string& expected, const std::string& found) {
  if (place.file.starts_with("--"))
    throw UsageError(fmt::format("{}: expected {}, found {}", place.file, expected, found));
  throw DataError(place, expected, found);
}

void refuse_option(const SweepPlan& plan, const UsageError& error) {
  const auto parts = parts_of(error);
  if (!parts || plan.file.empty()) throw error;
  for (const SweepOption& option : plan.options)
    if (option.name == parts->name) refuse_at(option.place, parts->expected, parts->found);
  refuse_at({.file = plan.file}, fmt::format("{} as {}", parts->expected, parts->name),
            parts->found);
}

void check_plan(SweepPlan& plan) {
  const Place whole{.file = plan.file.empty() ? "--data" : plan.file};
  check_list("data", whole, plan.data);
  for (const SweepValue& data : plan.data) check_exists(data);
  if (plan.test) check_exists(*plan.test);
  check_list("seeds", {.file = plan.file.empty() ? "--seeds" : plan.file}, plan.seeds);
  for (SweepOption& option : plan.options) check_option(plan.fit, option);
}

}  // namespace renyi::cli
