#include "cli/sweep_plan.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <set>

#include "cli/sweep_options.hpp"
#include "renyi/data/excerpt.hpp"
#include "renyi/data/nearest_name.hpp"

namespace renyi::cli {
namespace {

bool is_flag(const Place& place) { return place.file.starts_with("--"); }

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

// Where two numbers that were meant as one value are the same: hidden = [50, 50].
std::string hint_at_brackets(SweepKind kind, const SweepOption& option) {
  std::vector<std::string> numbers;
  for (const SweepValue& value : option.values) numbers.push_back(value.text);
  if (!has_several_numbers(kind, option.name) ||
      fmt::format("{}", fmt::join(numbers, "")).find(',') != std::string::npos)
    return "";
  const std::string one = is_flag(option.place) ? fmt::format("[{}]", fmt::join(numbers, ","))
                                                : fmt::format("[[{}]]", fmt::join(numbers, ", "));
  return "; one value of several numbers is written " + one;
}

void check_list(const std::string& what, const Place& place, const std::vector<SweepValue>& values,
                const std::string& hint = "") {
  if (values.empty()) refuse_at(place, fmt::format("at least one value of {}", what), "none");
  std::set<std::string> seen;
  for (const SweepValue& value : values)
    if (!seen.insert(value.text).second)
      refuse_at(value.place, fmt::format("values of {} that differ", what),
                excerpt(value.text) + " twice" + hint);
}

void check_exists(const SweepValue& value) {
  std::error_code none;
  if (value.text == "-" || !std::filesystem::exists(value.text, none))
    refuse_at(value.place, "a file or folder that exists", excerpt(value.text));
}

void check_option(SweepKind kind, SweepOption& option) {
  const std::vector<std::string> names = sweep_option_names(kind);
  const std::string elsewhere = where_sweeps_have(option.name, !is_flag(option.place));
  if (std::find(names.begin(), names.end(), option.name) == names.end())
    refuse_at(
        option.place,
        fmt::format("an option of `renyi fit {}` that a sweep may set", to_string(kind)),
        excerpt(option.name) + (elsewhere.empty() ? perhaps_meant(names, option.name) : elsewhere));
  for (SweepValue& value : option.values) {
    try {
      value.text = normal_text(kind, option.name, value.text);
    } catch (const UsageError& error) {
      const auto parts = parts_of(error);
      if (!parts) throw;
      refuse_at(value.place, fmt::format("{} as {}", parts->expected, option.name), parts->found);
    }
  }
  check_list(option.name, option.place, option.values, hint_at_brackets(kind, option));
}

}  // namespace

void refuse_at(const Place& place, const std::string& expected, const std::string& found) {
  if (is_flag(place))
    throw UsageError(fmt::format("{}: expected {}, found {}", place.file, expected, found));
  throw DataError(place, expected, found);
}

void refuse_option(const SweepPlan& plan, const UsageError& error) {
  const auto parts = parts_of(error);
  if (!parts || plan.file.empty()) throw error;
  Place place{.file = plan.file};
  for (const SweepOption& option : plan.options)
    if (option.name == parts->name) place = option.place;
  const bool names_options = parts->expected.find("--") != std::string::npos;
  refuse_at(place,
            names_options ? parts->expected : fmt::format("{} as {}", parts->expected, parts->name),
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
