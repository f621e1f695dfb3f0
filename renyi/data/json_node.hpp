// A JSON value with the path that leads to it, so that a refusal can name the wrong field. Parsing
// text is in json_file.hpp, what the fields mean the reader's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace renyi {

// All functions throw DataError where the value is not what they say. The value must outlive it.
class JsonNode {
 public:
  using Json = nlohmann::ordered_json;
  using Names = std::initializer_list<const char*>;

  // `source` is the file or flag that the value stands in, `path` leads to it: "gaussian.mean[0]".
  JsonNode(const Json& json, std::string source, std::string path);

  const Json& json() const { return *json_; }
  [[noreturn]] void refuse(const std::string& expected, const std::string& found) const;
  // Says what was found.
  [[noreturn]] void refuse(const std::string& expected) const;

  JsonNode at(const std::string& key) const;
  JsonNode at(std::size_t index) const;
  bool contains(const char* key) const;

  // Refuses anything but an object with keys among `known` that has all of `required`.
  void check_keys(Names known, Names required) const;
  // The length of a list, which `expected` describes.
  std::size_t size(const char* expected) const;

  double number() const;
  std::int64_t whole_number() const;
  bool truth() const;
  const std::string& text() const;
  std::vector<double> numbers() const;
  std::vector<std::string> texts() const;

 private:
  const Json* json_;
  std::string source_;
  std::string path_;
};

}  // namespace renyi
