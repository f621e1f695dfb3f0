// log weight linear in the logs of diam1, diam2, canopy_height, total_height, density, and in
// group; flat.
#include "tests/support/bridge/bridge_regression.hpp"

namespace bridge {

namespace rt = renyi::testing;

std::vector<double> log_weights(const rt::BridgeData& data) {
  auto y = data.numbers("weight", data.count("N"));
  for (double& number : y) number = std::log(number);
  return y;
}

std::vector<double> features(const rt::BridgeData& data) {
  const std::size_t rows = data.count("N");
  std::vector<std::vector<double>> columns;
  for (const auto* name : {"diam1", "diam2", "canopy_height", "total_height", "density"})
    columns.push_back(data.numbers(name, rows));
  const auto group = data.numbers("group", rows);
  std::vector<double> x;
  for (std::size_t n = 0; n < rows; ++n) {
    x.push_back(1.0);
    for (const auto& column : columns) x.push_back(std::log(column[n]));
    x.push_back(group[n]);
  }
  return x;
}

struct BridgeModel : rt::BridgeRegression {
  static constexpr const char* name = "logmesquite_model";
  explicit BridgeModel(const rt::BridgeData& data)
      : BridgeRegression(log_weights(data), features(data)) {}
  template <class T>
  T log_joint(std::span<const T> free, T& log_jacobian) const {
    T sigma = 0.0;
    return log_likelihood(free, sigma, log_jacobian);
  }
};

}  // namespace bridge

#include "tests/support/bridge/bridge_exports.hpp"
