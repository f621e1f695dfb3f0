#include "renyi/data/number.hpp"

#include <algorithm>
#include <charconv>
#include <limits>
#include <locale>
#include <sstream>
#include <string>
#include <system_error>

namespace renyi {
namespace {

std::string_view trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") - begin + 1);
}

// from_chars does not tell too small from too large; streams do, slowly.
std::optional<double> parse_out_of_range(std::string_view digits) {
  std::istringstream stream{std::string(digits)};
  stream.imbue(std::locale::classic());
  double value = 0.0;
  stream >> value;
  return stream.fail() ? std::nullopt : std::optional(value);
}

std::optional<double> parse_magnitude(std::string_view text) {
  if (same_word(text, "inf") || same_word(text, "infinity"))
    return std::numeric_limits<double>::infinity();
  if (same_word(text, "nan")) return std::numeric_limits<double>::quiet_NaN();
  // Keeps out a second sign and from_chars' own spellings, such as nan(1).
  if (text.empty() || (text.front() != '.' && (text.front() < '0' || text.front() > '9')))
    return std::nullopt;
  double value = 0.0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size()) return std::nullopt;
  if (problem == std::errc::result_out_of_range) return parse_out_of_range(text);
  return problem == std::errc() ? std::optional(value) : std::nullopt;
}

}  // namespace

bool same_word(std::string_view text, std::string_view word) {
  return std::ranges::equal(text, word, [](char a, char b) {
    return a == b || (a >= 'A' && a <= 'Z' && a - 'A' + 'a' == b);
  });
}

std::optional<double> parse_number(std::string_view text) {
  text = trimmed(text);
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const auto magnitude = parse_magnitude(text);
  return negative && magnitude ? std::optional(-*magnitude) : magnitude;
}

}  // namespace renyi
