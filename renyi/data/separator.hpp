// What stands between the cells of a line of text, and how to tell it from the first line. Cutting
// the line is csv_cells.hpp's.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "renyi/core/named_enum.hpp"

namespace renyi {

// `whitespace`: any run of spaces and tabs, so that there are no empty cells.
enum class Separator : std::uint8_t { detect, comma, semicolon, tab, whitespace };

template <>
struct EnumNames<Separator> {
  static constexpr std::string_view what = "separator";
  static constexpr std::array<std::string_view, 5> names = {"detect", "comma", "semicolon", "tab",
                                                            "whitespace"};
};

// From the beginning of a text, of which only the first line counts, quoted parts aside: semicolon
// if there is one (commas are then decimal or prose), else comma, unless there are more tabs, else
// tab, else whitespace. Nothing for a line of spaces and tabs alone.
std::optional<Separator> detect_separator(std::string_view text);

}  // namespace renyi
