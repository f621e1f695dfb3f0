#include "renyi/bound/alpha.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <utility>

#include "renyi/core/error.hpp"
#include "renyi/core/log_space.hpp"

namespace renyi {
namespace {

constexpr std::array<std::pair<std::string_view, double>, 9> names{{
    {"vi", 1.0},
    {"iwae", 0.0},
    {"vr-max", -infinity},
    {"vr-min", infinity},
    {"inf", infinity},
    {"+inf", infinity},
    {"-inf", -infinity},
    {"+infinity", infinity},
    {"-infinity", -infinity},
}};

[[noreturn]] void refuse(std::string_view text) {
  throw UsageError(fmt::format(
      "alpha: expected a number, inf, -inf, vi, iwae, vr-max or vr-min, found '{}'", text));
}

}  // namespace

Alpha::Alpha(double order) : order_(order + 0.0) {  // + 0.0 turns -0 into 0
  if (std::isnan(order)) throw UsageError("alpha: expected a number or ±inf, found NaN");
}

Alpha Alpha::parse(std::string_view text) {
  for (const auto& [name, order] : names)
    if (text == name) return Alpha(order);
  std::string_view digits = text;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  double order = 0.0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), order);
  if (problem != std::errc() || end != digits.data() + digits.size() || !std::isfinite(order) ||
      text.starts_with("+-"))
    refuse(text);
  return Alpha(order);
}

std::vector<Alpha> Alpha::parse_list(std::string_view text) {
  std::vector<Alpha> alphas;
  while (true) {
    const auto comma = text.find(',');
    alphas.push_back(parse(text.substr(0, comma)));
    if (comma == std::string_view::npos) return alphas;
    text.remove_prefix(comma + 1);
  }
}

std::string Alpha::to_string() const { return fmt::format("{}", order_); }

}  // namespace renyi
