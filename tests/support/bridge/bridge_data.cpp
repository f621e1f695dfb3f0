#include "tests/support/bridge/bridge_data.hpp"

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace renyi::testing {
namespace {

using Json = nlohmann::json;

void append_flat(const Json& json, const std::string& name, std::vector<double>& numbers) {
  if (json.is_array())
    for (const Json& element : json) append_flat(element, name, numbers);
  else if (json.is_number())
    numbers.push_back(json.get<double>());
  else
    throw std::runtime_error("variable " + name + " is not made of numbers");
}

}  // namespace

struct BridgeData::Values {
  Json json;
};

BridgeData::BridgeData(const std::string& text_or_path) : values_(std::make_unique<Values>()) {
  std::string text = text_or_path;
  if (text.ends_with(".json")) {
    std::ifstream file(text);
    if (!file) throw std::runtime_error("Could not open data file " + text);
    text.assign(std::istreambuf_iterator<char>(file), {});
  }
  values_->json = text.empty() ? Json::object() : Json::parse(text);
}

BridgeData::~BridgeData() = default;

double BridgeData::number(const std::string& name) const { return numbers(name, 1)[0]; }

std::size_t BridgeData::count(const std::string& name) const {
  return static_cast<std::size_t>(number(name));
}

std::vector<double> BridgeData::numbers(const std::string& name, std::size_t size) const {
  if (!values_->json.contains(name))
    throw std::runtime_error("variable does not exist; processing stage=data initialization; " +
                             std::string("variable name=") + name);
  std::vector<double> found;
  append_flat(values_->json[name], name, found);
  if (found.size() != size)
    throw std::runtime_error("mismatch in number of elements declared and found in context; " +
                             std::string("variable name=") + name);
  return found;
}

}  // namespace renyi::testing
