// A report as text for people, JSON or CSV. Where it is written to is the caller's.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "renyi/core/named_enum.hpp"
#include "renyi/report/report.hpp"

namespace renyi {

enum class Format : std::uint8_t { table, json, csv };

template <>
struct EnumNames<Format> {
  static constexpr std::string_view what = "format";
  static constexpr std::array<std::string_view, 3> names = {"table", "json", "csv"};
};

// The report in the given format, ending in a newline. JSON and CSV carry every digit, the command,
// its options and the version; tables for people show six digits. Numbers that are not finite are
// "inf", "-inf", "NaN" in text and CSV; the strings "+inf", "-inf", "NaN" in JSON, as Stan has it.
// A cell without a value is na in text and CSV, null in JSON.
std::string format_report(const Report& report, Format format);

}  // namespace renyi
