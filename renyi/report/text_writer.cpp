#include "renyi/report/text_writer.hpp"

#include <algorithm>
#include <sstream>
#include <string_view>

#include "renyi/report/cell_text.hpp"

namespace renyi {
namespace {

// Columns on the screen, not bytes: continuation bytes of UTF-8 take no room, nor do combining
// marks (U+0300 to U+036F: lead bytes CC and CD), as in k̂.
std::size_t width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte & 0xC0U) != 0x80U && byte != 0xCCU && byte != 0xCDU;
  }));
}

// Broken between words into lines of at most `columns`.
std::string wrapped(const std::string& text, std::size_t columns) {
  std::istringstream words(text);
  std::string lines;
  std::size_t used = 0;
  for (std::string word; words >> word;) {
    const bool fits = used + 1 + width(word) <= columns;
    if (used > 0) lines += fits ? ' ' : '\n';
    used = used > 0 && fits ? used + 1 + width(word) : width(word);
    lines += word;
  }
  return lines;
}

std::string padded(const std::string& text, std::size_t to, bool right) {
  const std::string space(to - std::min(to, width(text)), ' ');
  return right ? space + text : text + space;
}

std::string table_text(const Table& table) {
  std::vector<std::size_t> widths;
  std::vector<bool> is_number(table.columns.size(), true);
  for (const auto& name : table.columns) widths.push_back(width(name));
  for (const auto& row : table.rows)
    for (std::size_t c = 0; c < row.size(); ++c) {
      widths[c] = std::max(widths[c], width(cell_text(row[c], Digits::six)));
      if (std::holds_alternative<std::string>(row[c])) is_number[c] = false;
    }
  const auto line = [&](const auto& text_of) {
    std::string text;
    for (std::size_t c = 0; c < table.columns.size(); ++c)
      text += (c == 0 ? "" : "  ") + padded(text_of(c), widths[c], is_number[c]);
    return text.substr(0, text.find_last_not_of(' ') + 1) + "\n";
  };
  std::string text = table.title + "\n\n";
  text += line([&](std::size_t c) { return table.columns[c]; });
  text += line([&](std::size_t c) { return std::string(widths[c], '-'); });
  for (const auto& row : table.rows)
    text += line([&](std::size_t c) { return cell_text(row[c], Digits::six); });
  for (const auto& note : table.notes) text += "\n" + wrapped(note, 100) + "\n";
  return text;
}

}  // namespace

std::string report_text(const Report& report) {
  std::string text;
  for (const auto& table : report.tables) text += (text.empty() ? "" : "\n") + table_text(table);
  return text;
}

}  // namespace renyi
