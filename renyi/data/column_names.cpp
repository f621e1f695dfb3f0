#include "renyi/data/column_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "renyi/core/error.hpp"
#include "renyi/data/excerpt.hpp"
#include "renyi/data/nearest_name.hpp"

namespace renyi {
namespace {

constexpr std::size_t most_listed = 12;

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
                               perhaps_meant(head.names, text)));
}

}  // namespace renyi
