#include "renyi/report/writers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>

#include "renyi/core/version.hpp"

namespace renyi {
namespace {

using Json = nlohmann::ordered_json;

std::string number(double value, bool every_digit) {
  if (std::isnan(value)) return "NaN";
  if (std::isinf(value)) return value > 0.0 ? "inf" : "-inf";
  if (value == 0.0) return "0";  // not -0
  return every_digit ? fmt::format("{}", value) : fmt::format("{:.6g}", value);
}

std::string cell_text(const Cell& cell, bool every_digit) {
  if (const auto* value = std::get_if<double>(&cell)) return number(*value, every_digit);
  if (const auto* value = std::get_if<std::int64_t>(&cell)) return fmt::format("{}", *value);
  if (const auto* value = std::get_if<std::string>(&cell)) return *value;
  return "na";
}

Json cell_json(const Cell& cell) {
  if (const auto* value = std::get_if<double>(&cell)) {
    if (std::isfinite(*value)) return *value;
    return *value == INFINITY ? "+inf" : number(*value, true);
  }
  if (const auto* value = std::get_if<std::int64_t>(&cell)) return *value;
  if (const auto* value = std::get_if<std::string>(&cell)) return *value;
  return nullptr;
}

std::string csv_quoted(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

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
      widths[c] = std::max(widths[c], width(cell_text(row[c], false)));
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
    text += line([&](std::size_t c) { return cell_text(row[c], false); });
  for (const auto& note : table.notes) text += "\n" + wrapped(note, 100) + "\n";
  return text;
}

}  // namespace

std::string report_json(const Report& report) {
  Json tables = Json::object();
  for (const auto& table : report.tables) {
    Json rows = Json::array();
    for (const auto& row : table.rows) {
      Json cells = Json::array();
      for (const auto& cell : row) cells.push_back(cell_json(cell));
      rows.push_back(std::move(cells));
    }
    tables[table.name] = {{"title", table.title},
                          {"columns", table.columns},
                          {"rows", std::move(rows)},
                          {"notes", table.notes}};
  }
  Json options = Json::object();
  for (const auto& [name, value] : report.options)
    options[name] = std::visit([](const auto& v) { return Json(v); }, value);
  const Json json = {{"renyi", version},
                     {"command", report.command},
                     {"options", std::move(options)},
                     {"tables", std::move(tables)}};
  // File names may hold bytes that are no UTF-8: they are replaced, not refused.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string report_csv(const Report& report) {
  std::string text = fmt::format("# renyi {}\n# command = {}\n", version, report.command);
  for (const auto& [name, value] : report.options)
    text += fmt::format("# {} = {}\n", name,
                        std::visit([](const auto& v) { return fmt::format("{}", v); }, value));
  for (const auto& table : report.tables) {
    text += fmt::format("# table = {}\n", table.name);
    for (std::size_t c = 0; c < table.columns.size(); ++c)
      text += (c == 0 ? "" : ",") + csv_quoted(table.columns[c]);
    text += "\n";
    for (const auto& row : table.rows) {
      for (std::size_t c = 0; c < row.size(); ++c)
        text += (c == 0 ? "" : ",") + csv_quoted(cell_text(row[c], true));
      text += "\n";
    }
  }
  return text;
}

std::string report_text(const Report& report) {
  std::string text;
  for (const auto& table : report.tables) text += (text.empty() ? "" : "\n") + table_text(table);
  return text;
}

}  // namespace renyi
