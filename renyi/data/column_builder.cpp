#include "renyi/data/column_builder.hpp"

#include <fmt/format.h>

#include <limits>
#include <utility>

#include "renyi/data/excerpt.hpp"
#include "renyi/data/missing_cell.hpp"
#include "renyi/data/number.hpp"

namespace renyi {

void ColumnBuilder::take_any_text() {
  any_text_ = true;
  column_.kind = ColumnKind::words;
}

void ColumnBuilder::add(std::string_view text, const Place& place) {
  if (column_.kind == ColumnKind::unusable) return;
  if (is_missing(text)) return add_missing();
  const auto number = any_text_ ? std::nullopt : parse_number(text);
  if (number) {
    add_number(*number, place);
  } else {
    add_word(text, place);
  }
  if (first_line_ == 0) first_line_ = place.line;
}

DataColumn ColumnBuilder::take() {
  return {.kind = column_.kind,
          .numbers = std::exchange(column_.numbers, {}),
          .codes = std::exchange(column_.codes, {})};
}

void ColumnBuilder::add_missing() {
  if (column_.kind == ColumnKind::words)
    column_.codes.push_back(DataColumn::no_word);
  else
    column_.numbers.push_back(std::numeric_limits<double>::quiet_NaN());
}

void ColumnBuilder::add_number(double number, const Place& place) {
  if (column_.kind == ColumnKind::words)
    return give_up(place, fmt::format("a word as in line {}", first_line_),
                   fmt::format("the number {}", number));
  column_.numbers.push_back(number);
}

void ColumnBuilder::add_word(std::string_view text, const Place& place) {
  if (column_.kind == ColumnKind::numbers) {
    if (first_line_ > 0)
      return give_up(place, fmt::format("a number as in line {}", first_line_), excerpt(text));
    if (begins_like_a_number(text))
      return give_up(place, "a number, or a word that does not begin like one", excerpt(text));
    column_.kind = ColumnKind::words;
    column_.codes.assign(column_.numbers.size(), DataColumn::no_word);
    column_.numbers = {};
  }
  const auto next = static_cast<std::int32_t>(column_.levels.size());
  const auto [level, is_new] = codes_.try_emplace(std::string(text), next);
  if (is_new) {
    if (codes_.size() > max_levels_)
      return give_up(place, fmt::format("at most {} different words in a column", max_levels_),
                     "more");
    column_.levels.emplace_back(text);
  }
  column_.codes.push_back(level->second);
}

void ColumnBuilder::give_up(const Place& place, const std::string& expected,
                            std::string_view found) {
  column_ = {.kind = ColumnKind::unusable,
             .problem = DataError(place, expected, std::string(found))};
  codes_ = {};
}

}  // namespace renyi
