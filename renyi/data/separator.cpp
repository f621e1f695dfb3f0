#include "renyi/data/separator.hpp"

#include <cstddef>

namespace renyi {
namespace {

constexpr std::string_view candidates = ",;\t ";

struct Counts {
  std::size_t commas = 0;
  std::size_t semicolons = 0;
  std::size_t tabs = 0;
  bool blank = true;
};

// Of the first line, whose end a quoted line end is not.
Counts count(std::string_view text) {
  Counts counts;
  bool quoted = false;
  bool cell_start = true;  // a quote within a cell, 5" say, is a plain character
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (!quoted && (c == '\n' || c == '\r')) break;
    if (c != ' ' && c != '\t') counts.blank = false;
    if (quoted && text.substr(i).starts_with("\"\"")) {
      ++i;
    } else if (c == '"' && (quoted || cell_start)) {
      quoted = !quoted;
    }
    cell_start = candidates.find(c) != std::string_view::npos;
    if (quoted) continue;
    counts.commas += c == ',' ? 1 : 0;
    counts.semicolons += c == ';' ? 1 : 0;
    counts.tabs += c == '\t' ? 1 : 0;
  }
  return counts;
}

}  // namespace

std::optional<Separator> detect_separator(std::string_view text) {
  const auto counts = count(text);
  if (counts.blank) return std::nullopt;
  if (counts.semicolons > 0) return Separator::semicolon;
  if (counts.commas > 0 && counts.commas >= counts.tabs) return Separator::comma;
  return counts.tabs > 0 ? Separator::tab : Separator::whitespace;
}

}  // namespace renyi
