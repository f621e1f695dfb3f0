#include "renyi/data/json_node.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

#include "renyi/core/error.hpp"
#include "renyi/data/excerpt.hpp"

namespace renyi {
namespace {

std::string describe(const JsonNode::Json& json) {
  if (json.is_object()) return "an object";
  if (json.is_array()) return fmt::format("a list of {}", json.size());
  return json.is_string() ? excerpt(json.get_ref<const std::string&>()) : json.dump();
}

std::string listed(JsonNode::Names names) { return fmt::format("{}", fmt::join(names, ", ")); }

}  // namespace

JsonNode::JsonNode(const Json& json, std::string source, std::string path)
    : json_(&json), source_(std::move(source)), path_(std::move(path)) {}

void JsonNode::refuse(const std::string& expected, const std::string& found) const {
  throw DataError({.file = path_.empty() ? source_ : source_ + ": " + path_}, expected, found);
}

void JsonNode::refuse(const std::string& expected) const { refuse(expected, describe(*json_)); }

JsonNode JsonNode::at(const std::string& key) const {
  return {json_->at(key), source_, path_.empty() ? key : path_ + "." + key};
}

JsonNode JsonNode::at(std::size_t index) const {
  return {json_->at(index), source_, fmt::format("{}[{}]", path_, index)};
}

bool JsonNode::contains(const char* key) const { return json_->contains(key); }

void JsonNode::check_keys(Names known, Names required) const {
  if (!json_->is_object()) refuse(fmt::format("an object with {}", listed(known)));
  for (const auto& item : json_->items())
    if (std::find(known.begin(), known.end(), item.key()) == known.end())
      refuse(fmt::format("no other keys than {}", listed(known)), excerpt(item.key()));
  for (const char* key : required)
    if (!json_->contains(key)) refuse(fmt::format("the key '{}'", key), "none such");
}

std::size_t JsonNode::size(const char* expected) const {
  if (!json_->is_array()) refuse(expected);
  return json_->size();
}

double JsonNode::number() const {
  if (!json_->is_number()) refuse("a number");
  return json_->get<double>();
}

std::int64_t JsonNode::whole_number() const {
  constexpr auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (!json_->is_number_integer() ||
      (json_->is_number_unsigned() && json_->get<std::uint64_t>() > most))
    refuse("a whole number of 64 bits");
  return json_->get<std::int64_t>();
}

bool JsonNode::truth() const {
  if (!json_->is_boolean()) refuse("true or false");
  return json_->get<bool>();
}

const std::string& JsonNode::text() const {
  if (!json_->is_string()) refuse("a text");
  return json_->get_ref<const std::string&>();
}

std::vector<double> JsonNode::numbers() const {
  std::vector<double> values(size("a list of numbers"));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Json& value = (*json_)[i];  // its path is only made where it is needed
    values[i] = value.is_number() ? value.get<double>() : at(i).number();
  }
  return values;
}

std::vector<std::string> JsonNode::texts() const {
  std::vector<std::string> values(size("a list of texts"));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = at(i).text();
  return values;
}

}  // namespace renyi
