// y ~ N(X beta, sigma); beta ~ N(0, 10); sigma ~ N(0, 10).
#include "tests/support/bridge/bridge_regression.hpp"

namespace bridge {

namespace rt = renyi::testing;

struct BridgeModel : rt::BridgeRegression {
  static constexpr const char* name = "blr_model";
  explicit BridgeModel(const rt::BridgeData& data)
      : BridgeRegression(data.numbers("y", data.count("N")),
                         data.numbers("X", data.count("N") * data.count("D"))) {}
  template <class T>
  T log_joint(std::span<const T> free, T& log_jacobian) const {
    T sigma = 0.0;
    T log_joint = log_likelihood(free, sigma, log_jacobian);
    log_joint += rt::log_normal(sigma, 0.0, 10.0);
    for (const T& beta : free.first(size())) log_joint += rt::log_normal(beta, 0.0, 10.0);
    return log_joint;
  }
};

}  // namespace bridge

#include "tests/support/bridge/bridge_exports.hpp"
