#include "renyi/data/column_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <numeric>

#include "renyi/core/error.hpp"
#include "renyi/data/excerpt.hpp"

namespace renyi {
namespace {

constexpr std::size_t most_listed = 12;
constexpr std::size_t longest_compared = 64;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// Levenshtein's: how many letters must be changed, added or left out; case does not count.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (lower(a[i]) == lower(b[j]) ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, diagonal + 1, row[j] + 1});
    }
  }
  return row.back();
}

std::string nearest(const std::vector<std::string>& names, std::string_view text) {
  if (text.empty() || text.size() > longest_compared) return "";
  std::size_t best = (text.size() + 1) / 3;
  std::string hint;
  for (const auto& name : names) {
    if (name.size() > longest_compared) continue;
    const std::size_t distance = edit_distance(name, text);
    if (distance >= best && !(hint.empty() && distance == best)) continue;
    best = distance;
    hint = "; perhaps " + excerpt(name);
  }
  return hint;
}

}  // namespace

std::string list_columns(const std::vector<std::string>& names) {
  std::string text;
  const std::size_t shown = std::min(names.size(), most_listed);
  for (std::size_t i = 0; i < shown; ++i) {
    const std::string quoted = excerpt(names[i]);
    text += (i == 0 ? "" : ", ") + quoted.substr(1, quoted.size() - 2);
  }
  if (shown < names.size()) text += fmt::format(" and {} more", names.size() - shown);
  return text;
}

Index find_column(const TableHead& head, std::string_view what, const std::string& text) {
  const auto named = std::ranges::find(head.names, text);
  if (named != head.names.end()) return named - head.names.begin();
  Index number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, problem] = std::from_chars(text.data(), end, number);
  if (problem == std::errc() && stop == end && number >= 1 &&
      number <= static_cast<Index>(head.names.size()))
    return number - 1;
  throw UsageError(fmt::format("{}: expected a column of {} ({}), found {}{}", what, head.file,
                               list_columns(head.names), text.empty() ? "nothing" : excerpt(text),
                               nearest(head.names, text)));
}

}  // namespace renyi
