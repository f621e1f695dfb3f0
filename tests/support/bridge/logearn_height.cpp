// log earn ~ N(b1 + b2 height, sigma); flat.
#include "tests/support/bridge/bridge_regression.hpp"

namespace bridge {

namespace rt = renyi::testing;

std::vector<double> log_earnings(const rt::BridgeData& data) {
  auto y = data.numbers("earn", data.count("N"));
  for (double& number : y) number = std::log(number);
  return y;
}

std::vector<double> features(const rt::BridgeData& data) {
  std::vector<double> x;
  for (const double height : data.numbers("height", data.count("N")))
    x.insert(x.end(), {1.0, height});
  return x;
}

struct BridgeModel : rt::BridgeRegression {
  static constexpr const char* name = "logearn_height_model";
  explicit BridgeModel(const rt::BridgeData& data)
      : BridgeRegression(log_earnings(data), features(data)) {}
  template <class T>
  T log_joint(std::span<const T> free, T& log_jacobian) const {
    T sigma = 0.0;
    return log_likelihood(free, sigma, log_jacobian);
  }
};

}  // namespace bridge

#include "tests/support/bridge/bridge_exports.hpp"
