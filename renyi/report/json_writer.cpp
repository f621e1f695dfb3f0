#include "renyi/report/json_writer.hpp"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "renyi/core/error.hpp"
#include "renyi/data/png.hpp"
#include "renyi/report/base64.hpp"

namespace renyi {
namespace {

using Json = nlohmann::ordered_json;

Json number_json(double value) {
  if (std::isfinite(value)) return value;
  if (std::isnan(value)) return "NaN";
  return value > 0.0 ? "+inf" : "-inf";
}

Json numbers_json(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(number_json(value));
  return list;
}

Json cell_json(const Cell& cell) {
  if (const auto* value = std::get_if<double>(&cell)) return number_json(*value);
  if (const auto* value = std::get_if<std::int64_t>(&cell)) return *value;
  if (const auto* value = std::get_if<std::string>(&cell)) return *value;
  return nullptr;
}

Json option_json(const OptionValue& option) {
  const auto* value = std::get_if<double>(&option);
  // As a flag takes it.
  if (value != nullptr && !std::isfinite(*value)) return fmt::format("{}", *value);
  return std::visit([](const auto& v) { return Json(v); }, option);
}

Json table_json(const Table& table) {
  Json rows = Json::array();
  for (const auto& row : table.rows) {
    Json cells = Json::array();
    for (const auto& cell : row) cells.push_back(cell_json(cell));
    rows.push_back(std::move(cells));
  }
  return {{"title", table.title},
          {"columns", table.columns},
          {"rows", std::move(rows)},
          {"notes", table.notes}};
}

Json axis_json(const Axis& axis) {
  return {
      {"label", axis.label}, {"logarithmic", axis.logarithmic}, {"categories", axis.categories}};
}

Json series_json(const Series& series) {
  Json json = {
      {"name", series.name},     {"group", series.group},       {"mark", to_string(series.mark)},
      {"dashed", series.dashed}, {"x", numbers_json(series.x)}, {"y", numbers_json(series.y)}};
  if (!series.lower.empty()) json["lower"] = numbers_json(series.lower);
  if (!series.upper.empty()) json["upper"] = numbers_json(series.upper);
  return json;
}

Json figure_json(const Figure& figure) {
  Json series = Json::array();
  for (const auto& one : figure.series) series.push_back(series_json(one));
  return {{"title", figure.title},       {"x", axis_json(figure.x)},
          {"y", axis_json(figure.y)},    {"equal_scales", figure.equal_scales},
          {"series", std::move(series)}, {"notes", figure.notes}};
}

Json grid_json(const ImageGrid& grid) {
  Json png = Json::array();
  for (const auto& image : grid.images)
    png.push_back(base64(encode_png({grid.width, grid.height}, image)));
  return {{"title", grid.title},     {"width", grid.width},   {"height", grid.height},
          {"columns", grid.columns}, {"png", std::move(png)}, {"notes", grid.notes}};
}

// {name: json} over a list of named things.
template <class Thing>
Json by_name(const std::vector<Thing>& things, Json (*json_of)(const Thing&)) {
  Json object = Json::object();
  for (const auto& thing : things) object[thing.name] = json_of(thing);
  return object;
}

Json json_of(const Report& report) {
  Json options = Json::object();
  for (const auto& [name, value] : report.options) options[name] = option_json(value);
  Json data = Json::array();
  for (const auto& source : report.data)
    data.push_back(
        {{"path", source.path}, {"fingerprint", source.fingerprint}, {"rows", source.rows}});
  return {{"renyi", report.version},
          {"command", report.command},
          {"options", std::move(options)},
          {"data", std::move(data)},
          {"tables", by_name(report.tables, table_json)},
          {"figures", by_name(report.figures, figure_json)},
          {"images", by_name(report.images, grid_json)}};
}

// File names may hold bytes that are no UTF-8: they are replaced, not refused.
constexpr auto replace = Json::error_handler_t::replace;

}  // namespace

std::string report_json(const Report& report) {
  return json_of(report).dump(2, ' ', false, replace) + "\n";
}

std::string report_json_compact(const Report& report) {
  return json_of(report).dump(-1, ' ', false, replace);
}

}  // namespace renyi
