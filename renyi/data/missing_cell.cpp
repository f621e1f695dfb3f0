#include "renyi/data/missing_cell.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "renyi/data/number.hpp"

namespace renyi {
namespace {

constexpr std::array<std::string_view, 5> spellings = {"", "?", "na", "n/a", "null"};

}  // namespace

bool is_missing(std::string_view text) {
  if (std::ranges::any_of(spellings, [&](auto word) { return same_word(text, word); })) return true;
  const auto number = parse_number(text);
  return number && std::isnan(*number);
}

}  // namespace renyi
