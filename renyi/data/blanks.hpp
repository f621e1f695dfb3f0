// Text without what nobody sees around it.
#pragma once

#include <string_view>

namespace renyi {

// Blanks, tabs and carriage returns at either end are left out; those between stay.
inline std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view blanks = " \t\r";
  const auto begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

}  // namespace renyi
