#include "renyi/report/csv_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "renyi/report/cell_text.hpp"

namespace renyi {
namespace {

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + '"';
}

// A comment ends with its line.
std::string on_one_line(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  return text;
}

std::string line_of(const std::vector<std::string>& cells) {
  std::string line;
  for (std::size_t c = 0; c < cells.size(); ++c) line += (c == 0 ? "" : ",") + quoted(cells[c]);
  return line + "\n";
}

std::string position(const Axis& axis, double value) {
  const bool named = value >= 0.0 && value < static_cast<double>(axis.categories.size()) &&
                     value == std::floor(value);
  return named ? axis.categories[static_cast<std::size_t>(value)] : number_text(value, Digits::all);
}

}  // namespace

std::string table_csv(const Table& table) {
  std::string text = line_of(table.columns);
  for (const auto& row : table.rows) {
    std::vector<std::string> cells;
    cells.reserve(row.size());
    for (const auto& cell : row) cells.push_back(cell_text(cell, Digits::all));
    text += line_of(cells);
  }
  return text;
}

std::string figure_csv(const Figure& figure) {
  const bool with_range =
      std::any_of(figure.series.begin(), figure.series.end(),
                  [](const Series& s) { return !s.lower.empty() || !s.upper.empty(); });
  std::vector<std::string> head = {"series", "x", "y"};
  if (with_range) head.insert(head.end(), {"lower", "upper"});
  std::string text = line_of(head);
  const auto range_text = [](const std::vector<double>& values, std::size_t i) {
    return i < values.size() ? number_text(values[i], Digits::all) : "na";
  };
  for (const auto& series : figure.series)
    for (std::size_t i = 0; i < std::min(series.x.size(), series.y.size()); ++i) {
      std::vector<std::string> cells = {series.name, position(figure.x, series.x[i]),
                                        position(figure.y, series.y[i])};
      if (with_range)
        cells.insert(cells.end(), {range_text(series.lower, i), range_text(series.upper, i)});
      text += line_of(cells);
    }
  return text;
}

std::string images_csv(const ImageGrid& grid) {
  const auto width = static_cast<std::size_t>(std::max<std::int64_t>(grid.width, 1));
  std::string text = "image,row";
  for (std::size_t c = 0; c < width; ++c) text += fmt::format(",{}", c);
  text += "\n";
  for (std::size_t i = 0; i < grid.images.size(); ++i) {
    const auto& pixels = grid.images[i];
    for (std::size_t at = 0; at < pixels.size(); at += width) {
      text += fmt::format("{},{}", i, at / width);
      for (std::size_t c = at; c < std::min(at + width, pixels.size()); ++c)
        text += fmt::format(",{}", pixels[c]);
      text += "\n";
    }
  }
  return text;
}

std::string report_csv(const Report& report) {
  std::string text = fmt::format("# renyi {}\n# command = {}\n", on_one_line(report.version),
                                 on_one_line(report.command));
  for (const auto& [name, value] : report.options)
    text += fmt::format("# {} = {}\n", on_one_line(name), on_one_line(option_text(value)));
  for (const auto& source : report.data)
    text += fmt::format("# data = {} ({} rows, {})\n", on_one_line(source.path), source.rows,
                        on_one_line(source.fingerprint));
  for (const auto& table : report.tables)
    text += fmt::format("# table = {}\n", on_one_line(table.name)) + table_csv(table);
  for (const auto& figure : report.figures)
    text += fmt::format("# figure = {}\n", on_one_line(figure.name)) + figure_csv(figure);
  for (const auto& grid : report.images)
    text += fmt::format("# images = {}\n", on_one_line(grid.name)) + images_csv(grid);
  return text;
}

}  // namespace renyi
