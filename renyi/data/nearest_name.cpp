#include "renyi/data/nearest_name.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "renyi/data/excerpt.hpp"

namespace renyi {
namespace {

constexpr std::size_t longest_compared = 64;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

// How many letters must be changed, added, left out or swapped with the next one; case does not
// count.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last, last(b.size() + 1), row(b.size() + 1);
  std::iota(last.begin(), last.end(), 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = last[j] + (lower(a[i]) == lower(b[j]) ? 0 : 1);
      row[j + 1] = std::min({changed, last[j + 1] + 1, row[j] + 1});
      if (i > 0 && j > 0 && lower(a[i]) == lower(b[j - 1]) && lower(a[i - 1]) == lower(b[j]))
        row[j + 1] = std::min(row[j + 1], before_last[j - 1] + 1);
    }
    before_last = std::exchange(last, row);
  }
  return last.back();
}

}  // namespace

std::string perhaps_meant(const std::vector<std::string>& names, std::string_view text) {
  if (text.empty() || text.size() > longest_compared) return "";
  std::size_t best = (text.size() + 1) / 3;
  std::string hint;
  for (const auto& name : names) {
    if (name.size() > longest_compared) continue;
    const std::size_t distance = name.starts_with(text) ? 0 : edit_distance(name, text);
    if (distance >= best && !(hint.empty() && distance == best)) continue;
    best = distance;
    hint = "; perhaps " + excerpt(name);
  }
  return hint;
}

}  // namespace renyi
