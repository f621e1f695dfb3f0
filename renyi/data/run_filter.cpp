#include "renyi/data/run_filter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <utility>

#include "renyi/core/error.hpp"
#include "renyi/data/blanks.hpp"
#include "renyi/data/excerpt.hpp"
#include "renyi/data/number.hpp"

namespace renyi {
namespace {

// Longer ones first.
constexpr std::array<std::pair<std::string_view, RunComparison>, 7> comparisons = {
    {{"<=", RunComparison::less_or_equal},
     {">=", RunComparison::greater_or_equal},
     {"!=", RunComparison::not_equal},
     {"==", RunComparison::equal},
     {"<", RunComparison::less},
     {">", RunComparison::greater},
     {"=", RunComparison::equal}}};

bool agrees(RunComparison comparison, std::partial_ordering order) {
  switch (comparison) {
    case RunComparison::equal:
      return order == 0;
    case RunComparison::not_equal:
      return order != 0;
    case RunComparison::less:
      return order < 0;
    case RunComparison::less_or_equal:
      return order <= 0;
    case RunComparison::greater:
      return order > 0;
    case RunComparison::greater_or_equal:
      return order >= 0;
  }
  return false;
}

RunCondition parse_condition(std::string_view text, const std::vector<RunField>& fields) {
  const auto refuse = [&](const std::string& found) -> RunCondition {
    throw UsageError("where: expected a field, one of = != < <= > >= and a value, found " + found);
  };
  const std::size_t at = text.find_first_of("<>!=");
  if (at == std::string_view::npos) return refuse(text.empty() ? "nothing" : excerpt(text));
  for (const auto& [sign, comparison] : comparisons) {
    if (!text.substr(at).starts_with(sign)) continue;
    RunCondition condition{
        .field = find_run_field(fields, "where", std::string(without_blanks(text.substr(0, at)))),
        .comparison = comparison,
        .value = std::string(without_blanks(text.substr(at + sign.size())))};
    if (condition.value.empty()) return refuse(excerpt(text));
    if (condition.field.is_number() && !parse_number(condition.value))
      throw UsageError(fmt::format("where: expected a number to compare {} with, found {}",
                                   condition.field.name, excerpt(condition.value)));
    return condition;
  }
  return refuse(excerpt(text));
}

// The kinds of values in the order that they are sorted in.
int sorting_class(const RunValue& value) {
  if (const auto* number = std::get_if<double>(&value)) return std::isnan(*number) ? 2 : 0;
  return std::holds_alternative<std::string>(value) ? 1 : 2;
}

bool comes_before(const RunValue& left, const RunValue& right, bool descending) {
  const int class_of_left = sorting_class(left);
  const int class_of_right = sorting_class(right);
  if (class_of_left != class_of_right) return class_of_left < class_of_right;
  if (class_of_left == 2) return false;
  return descending ? right < left : left < right;
}

void sort_runs(std::vector<StoredRun>& runs, std::string_view by,
               const std::vector<RunField>& fields) {
  const bool descending = by.starts_with('-');
  if (descending) by.remove_prefix(1);
  const RunField& field = find_run_field(fields, "sort", std::string(by));
  std::ranges::stable_sort(runs, [&](const StoredRun& left, const StoredRun& right) {
    return comes_before(field.of(left), field.of(right), descending);
  });
}

}  // namespace

bool RunCondition::holds(const StoredRun& run) const {
  const RunValue found = field.of(run);
  if (std::holds_alternative<std::monostate>(found)) return false;
  const auto wanted = field.is_text() ? std::nullopt : parse_number(value);
  if (const auto* number = std::get_if<double>(&found); number != nullptr && wanted)
    return agrees(comparison, *number <=> *wanted);
  const auto* text = std::get_if<std::string>(&found);
  if (text == nullptr || wanted) return comparison == RunComparison::not_equal;
  return agrees(comparison, *text <=> value);
}

std::vector<RunCondition> parse_run_conditions(std::string_view text,
                                               const std::vector<RunField>& fields) {
  constexpr std::string_view joint = " and ";
  std::vector<RunCondition> conditions;
  if (text.empty()) return conditions;
  while (true) {
    const std::size_t end = text.find(joint);
    conditions.push_back(parse_condition(without_blanks(text.substr(0, end)), fields));
    if (end == std::string_view::npos) return conditions;
    text.remove_prefix(end + joint.size());
  }
}

std::vector<StoredRun> select_runs(const std::vector<StoredRun>& runs,
                                   const RunSelection& selection) {
  if (selection.limit < 0)
    throw UsageError(fmt::format("limit: expected 0 or more, found {}", selection.limit));
  const std::vector<RunField> fields = run_fields(runs);
  const std::vector<RunCondition> conditions = parse_run_conditions(selection.where, fields);
  std::vector<StoredRun> chosen;
  for (const StoredRun& run : runs)
    if (std::ranges::all_of(conditions, [&](const auto& one) { return one.holds(run); }))
      chosen.push_back(run);
  if (!selection.sort.empty()) sort_runs(chosen, selection.sort, fields);
  const auto limit = static_cast<std::size_t>(selection.limit);
  if (limit > 0 && limit < chosen.size()) chosen.resize(limit);
  return chosen;
}

}  // namespace renyi
