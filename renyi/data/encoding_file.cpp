#include "renyi/data/encoding_file.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace renyi {
namespace {

using Json = nlohmann::ordered_json;

Json column_json(const ColumnEncoding& column) {
  return {{"name", column.name}, {"position", column.position}, {"levels", column.levels}};
}

ColumnEncoding column_of(const Json& json) {
  return {.name = json.at("name").get<std::string>(),
          .position = json.at("position").get<Index>(),
          .levels = json.at("levels").get<std::vector<std::string>>()};
}

bool fits(const ColumnEncoding& column, Index table_columns) {
  return column.position >= 0 && column.position < table_columns &&
         std::set(column.levels.begin(), column.levels.end()).size() == column.levels.size();
}

bool target_fits(const TableEncoding& encoding) {
  if (!fits(encoding.target, encoding.table_columns)) return false;
  if (!encoding.has_classes()) return encoding.target_scale > 0.0;
  return encoding.classes().size() > 1 && encoding.target_mean == 0.0 &&
         encoding.target_scale == 1.0;
}

// What Json's own checks leave: whether the parts fit each other.
bool fits(const TableEncoding& encoding) {
  Index width = 0;
  for (const ColumnEncoding& column : encoding.features) {
    if (!fits(column, encoding.table_columns) || !std::ranges::is_sorted(column.levels))
      return false;
    width += column.width();
  }
  return width > 0 && encoding.means.size() == width && encoding.scales.size() == width &&
         encoding.fills.size() == width && encoding.scales.minCoeff() > 0.0 &&
         target_fits(encoding);
}

TableEncoding parse(const std::string& text) {
  const Json json = Json::parse(text);
  TableEncoding encoding{.header = json.at("header").get<bool>(),
                         .table_columns = json.at("table_columns").get<Index>(),
                         .impute = parse_enum<Impute>(json.at("impute").get<std::string>())};
  for (const Json& column : json.at("features")) encoding.features.push_back(column_of(column));
  encoding.target = column_of(json.at("target"));
  return encoding;
}

}  // namespace

void save_encoding(const TableEncoding& encoding, TensorFile& file) {
  Json json = {{"header", encoding.header},
               {"table_columns", encoding.table_columns},
               {"impute", to_string(encoding.impute)},
               {"features", Json::array()},
               {"target", column_json(encoding.target)}};
  for (const ColumnEncoding& column : encoding.features)
    json["features"].push_back(column_json(column));
  // Names in other encodings than UTF-8 are replaced, not refused.
  file.metadata["encoding"] = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  file.tensors["encoding.means"] = vector_tensor(encoding.means);
  file.tensors["encoding.scales"] = vector_tensor(encoding.scales);
  file.tensors["encoding.fills"] = vector_tensor(encoding.fills);
  file.tensors["encoding.target"] =
      vector_tensor(Vector{{encoding.target_mean, encoding.target_scale}});
}

TableEncoding load_encoding(const TensorFile& file, const std::string& path) {
  const auto refuse = [&](const std::string& found) -> DataError {
    return {{.file = path}, "a table's encoding in the model", found};
  };
  TableEncoding encoding;
  try {
    encoding = parse(read_metadata(file, "encoding", path));
  } catch (const Json::exception& problem) {
    throw refuse(problem.what());
  } catch (const UsageError& problem) {
    throw refuse(problem.what());
  }
  encoding.means = read_vector(file, "encoding.means", path);
  encoding.scales = read_vector(file, "encoding.scales", path);
  encoding.fills = read_vector(file, "encoding.fills", path);
  const Vector target = read_vector(file, "encoding.target", path);
  if (target.size() != 2) throw refuse("no mean and scale of the target");
  encoding.target_mean = target(0);
  encoding.target_scale = target(1);
  if (!fits(encoding)) throw refuse("parts that do not fit each other");
  return encoding;
}

}  // namespace renyi
