// The data of a model as JSON text or a file of it, as Stan takes them. What they are for is the
// models'.
#pragma once

#include <memory>
#include <string>
#include <vector>

namespace renyi::testing {

// All functions throw std::runtime_error that names the variable.
class BridgeData {
 public:
  explicit BridgeData(const std::string& text_or_path);
  ~BridgeData();
  BridgeData(const BridgeData&) = delete;
  BridgeData& operator=(const BridgeData&) = delete;

  double number(const std::string& name) const;
  std::size_t count(const std::string& name) const;
  // Of `size` numbers; rows of rows one after the other.
  std::vector<double> numbers(const std::string& name, std::size_t size) const;

 private:
  struct Values;
  std::unique_ptr<Values> values_;
};

}  // namespace renyi::testing
