// Enumerations whose values have names, for flags and files: one list of names an enumeration.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "renyi/core/error.hpp"

namespace renyi {

// Specialise with
//   static constexpr std::string_view what = "format";
//   static constexpr std::array<std::string_view, 3> names = {"table", "json", "csv"};
// in the order of the enumerators, which must count from 0.
template <class Enum>
struct EnumNames {};

template <class Enum>
concept NamedEnum = requires {
  EnumNames<Enum>::names;
};

template <NamedEnum Enum>
constexpr std::string_view to_string(Enum value) {
  return EnumNames<Enum>::names.at(static_cast<std::size_t>(value));
}

// "table, json or csv".
template <NamedEnum Enum>
std::string list_names() {
  const auto& names = EnumNames<Enum>::names;
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  return text;
}

// Throws UsageError that lists the names.
template <NamedEnum Enum>
Enum parse_enum(std::string_view text) {
  const auto& names = EnumNames<Enum>::names;
  for (std::size_t i = 0; i < names.size(); ++i)
    if (text == names[i]) return static_cast<Enum>(i);
  throw UsageError(std::string(EnumNames<Enum>::what) + ": expected " + list_names<Enum>() +
                   ", found '" + std::string(text) + "'");
}

}  // namespace renyi
