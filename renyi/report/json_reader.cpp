#include "renyi/report/json_reader.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "renyi/core/error.hpp"
#include "renyi/data/json_file.hpp"
#include "renyi/data/json_node.hpp"
#include "renyi/data/png.hpp"
#include "renyi/report/base64.hpp"

namespace renyi {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t max_bytes = std::size_t{256} << 20U;
constexpr std::int64_t max_pixels = std::int64_t{1} << 28U;  // of all images together

// The number that a string stands for.
std::optional<double> named_number(const Json& json) {
  if (json == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (json == "+inf") return std::numeric_limits<double>::infinity();
  if (json == "-inf") return -std::numeric_limits<double>::infinity();
  return std::nullopt;
}

std::vector<double> numbers_of(const JsonNode& node) {
  std::vector<double> values(node.size("a list of numbers"));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Json& json = node.json()[i];
    const auto named = json.is_string() ? named_number(json) : std::nullopt;
    if (!named && !json.is_number()) node.at(i).refuse("a number, \"NaN\", \"+inf\" or \"-inf\"");
    values[i] = named ? *named : json.get<double>();
  }
  return values;
}

Cell cell_of(const JsonNode& node) {
  const Json& json = node.json();
  if (json.is_null()) return NotAvailable{};
  if (json.is_number_integer()) return node.whole_number();
  if (json.is_number()) return node.number();
  if (!json.is_string()) node.refuse("a number, a text or null");
  if (const auto named = named_number(json)) return *named;
  return node.text();
}

OptionValue option_of(const JsonNode& node) {
  const Json& json = node.json();
  if (json.is_boolean()) return node.truth();
  if (json.is_string()) return node.text();
  if (json.is_number_unsigned() &&
      json.get<std::uint64_t>() > std::uint64_t{std::numeric_limits<std::int64_t>::max()})
    return json.get<std::uint64_t>();
  if (json.is_number_integer()) return node.whole_number();
  if (!json.is_number()) node.refuse("true, false, a number or a text");
  return node.number();
}

// An object's values in their order, each with its name.
template <class Read>
void for_each_item(const JsonNode& node, const char* expected, const Read& read) {
  if (!node.json().is_object()) node.refuse(expected);
  for (const auto& item : node.json().items()) read(item.key(), node.at(item.key()));
}

Table table_of(const std::string& name, const JsonNode& node) {
  node.check_keys({"title", "columns", "rows", "notes"}, {"title", "columns", "rows", "notes"});
  Table table{.name = name,
              .title = node.at("title").text(),
              .columns = node.at("columns").texts(),
              .notes = node.at("notes").texts()};
  const JsonNode rows = node.at("rows");
  const std::size_t count = rows.size("a list of rows");
  for (std::size_t r = 0; r < count; ++r) {
    const JsonNode row = rows.at(r);
    if (row.size("a list of cells") != table.columns.size())
      row.refuse(fmt::format("a cell for each of {} columns", table.columns.size()));
    auto& cells = table.rows.emplace_back();
    for (std::size_t c = 0; c < table.columns.size(); ++c) cells.push_back(cell_of(row.at(c)));
  }
  return table;
}

Axis axis_of(const JsonNode& node) {
  node.check_keys({"label", "logarithmic", "categories"}, {"label", "logarithmic", "categories"});
  return {.label = node.at("label").text(),
          .logarithmic = node.at("logarithmic").truth(),
          .categories = node.at("categories").texts()};
}

Mark mark_of(const JsonNode& node) {
  try {
    return parse_enum<Mark>(node.text());
  } catch (const UsageError&) {
    node.refuse(list_names<Mark>());
  }
}

Series series_of(const JsonNode& node) {
  node.check_keys({"name", "group", "mark", "dashed", "x", "y", "lower", "upper"},
                  {"name", "group", "mark", "dashed", "x", "y"});
  Series series{.name = node.at("name").text(),
                .group = node.at("group").text(),
                .mark = mark_of(node.at("mark")),
                .x = numbers_of(node.at("x")),
                .y = numbers_of(node.at("y")),
                .dashed = node.at("dashed").truth()};
  const auto as_long_as_x = [&](const char* key, const std::vector<double>& values) {
    if (values.size() != series.x.size())
      node.at(key).refuse(fmt::format("as many numbers as x has, {}", series.x.size()));
  };
  as_long_as_x("y", series.y);
  if (node.contains("lower")) as_long_as_x("lower", series.lower = numbers_of(node.at("lower")));
  if (node.contains("upper")) as_long_as_x("upper", series.upper = numbers_of(node.at("upper")));
  return series;
}

Figure figure_of(const std::string& name, const JsonNode& node) {
  node.check_keys({"title", "x", "y", "equal_scales", "series", "notes"},
                  {"title", "x", "y", "equal_scales", "series", "notes"});
  Figure figure{.name = name,
                .title = node.at("title").text(),
                .x = axis_of(node.at("x")),
                .y = axis_of(node.at("y")),
                .notes = node.at("notes").texts(),
                .equal_scales = node.at("equal_scales").truth()};
  const JsonNode series = node.at("series");
  const std::size_t count = series.size("a list of series");
  for (std::size_t i = 0; i < count; ++i) figure.series.push_back(series_of(series.at(i)));
  return figure;
}

ImageGrid grid_of(const std::string& name, const JsonNode& node, std::int64_t& pixels_left) {
  node.check_keys({"title", "width", "height", "columns", "png", "notes"},
                  {"title", "width", "height", "columns", "png", "notes"});
  ImageGrid grid{.name = name,
                 .title = node.at("title").text(),
                 .width = node.at("width").whole_number(),
                 .height = node.at("height").whole_number(),
                 .columns = node.at("columns").whole_number(),
                 .notes = node.at("notes").texts()};
  const JsonNode images = node.at("png");
  const std::size_t count = images.size("a list of images");
  for (std::size_t i = 0; i < count; ++i) {
    const JsonNode image = images.at(i);
    const auto bytes = from_base64(image.text());
    auto pixels = decode_png({grid.width, grid.height}, bytes.value_or(""));
    if (pixels.empty())
      image.refuse(fmt::format("a PNG of {} x {} pixels in base64", grid.width, grid.height));
    pixels_left -= static_cast<std::int64_t>(pixels.size());
    if (pixels_left < 0) images.refuse(fmt::format("at most {} pixels", max_pixels), "more");
    grid.images.push_back(std::move(pixels));
  }
  return grid;
}

Report report_of(const Json& json, const std::string& name) {
  const JsonNode root(json, name, "");
  root.check_keys({"renyi", "command", "options", "data", "tables", "figures", "images"},
                  {"renyi", "command", "options", "tables"});
  Report report{.command = root.at("command").text(), .version = root.at("renyi").text()};
  for_each_item(root.at("options"), "an object of options",
                [&](const std::string& key, const JsonNode& node) {
                  report.options.emplace_back(key, option_of(node));
                });
  for_each_item(root.at("tables"), "an object of tables",
                [&](const std::string& key, const JsonNode& node) {
                  report.tables.push_back(table_of(key, node));
                });
  // The first version wrote no more than that.
  if (root.contains("data")) {
    const JsonNode data = root.at("data");
    const std::size_t count = data.size("a list of data sources");
    for (std::size_t i = 0; i < count; ++i) {
      const JsonNode source = data.at(i);
      source.check_keys({"path", "fingerprint", "rows"}, {"path", "fingerprint", "rows"});
      report.data.push_back({source.at("path").text(), source.at("fingerprint").text(),
                             source.at("rows").whole_number()});
    }
  }
  if (root.contains("figures"))
    for_each_item(root.at("figures"), "an object of figures",
                  [&](const std::string& key, const JsonNode& node) {
                    report.figures.push_back(figure_of(key, node));
                  });
  std::int64_t pixels_left = max_pixels;
  if (root.contains("images"))
    for_each_item(root.at("images"), "an object of grids of images",
                  [&](const std::string& key, const JsonNode& node) {
                    report.images.push_back(grid_of(key, node, pixels_left));
                  });
  return report;
}

}  // namespace

Report report_from_json(std::string_view text, const std::string& name) {
  return report_of(parse_json(text, name), name);
}

Report read_report(const std::string& file) {
  return report_of(read_json_file(file, max_bytes), file);
}

}  // namespace renyi
