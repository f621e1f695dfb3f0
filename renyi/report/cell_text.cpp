#include "renyi/report/cell_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace renyi {

std::string number_text(double value, Digits digits) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0.0 ? "inf" : "-inf";
  if (value == 0.0) return "0";  // not -0
  return digits == Digits::all ? fmt::format("{}", value) : fmt::format("{:.6g}", value);
}

std::string cell_text(const Cell& cell, Digits digits) {
  if (const auto* value = std::get_if<double>(&cell)) return number_text(*value, digits);
  if (const auto* value = std::get_if<std::int64_t>(&cell)) return fmt::format("{}", *value);
  if (const auto* value = std::get_if<std::string>(&cell)) return *value;
  return "na";
}

std::string option_text(const OptionValue& value) {
  return std::visit([](const auto& v) { return fmt::format("{}", v); }, value);
}

}  // namespace renyi
