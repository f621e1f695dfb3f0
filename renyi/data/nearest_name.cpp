#include "renyi/data/nearest_name.hpp"

#include <algorithm>
#include <numeric>

#include "renyi/data/excerpt.hpp"

namespace renyi {
namespace {

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

}  // namespace

std::string perhaps_meant(const std::vector<std::string>& names, std::string_view text) {
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

}  // namespace renyi
