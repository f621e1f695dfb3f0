// y_j ~ N(theta_j, sigma_j); theta_j ~ N(mu, tau); mu ~ N(0, 5); tau ~ Cauchy(0, 5).
#include "tests/support/bridge/bridge_densities.hpp"

namespace bridge {

namespace rt = renyi::testing;

struct BridgeModel {
  static constexpr const char* name = "eight_schools_centered_model";
  explicit BridgeModel(const rt::BridgeData& data)
      : y(data.numbers("y", data.count("J"))), sigma(data.numbers("sigma", data.count("J"))) {}

  std::string free_names() const { return rt::numbered("theta", y.size()) + ",mu,tau"; }
  std::string names(bool, bool) const { return free_names(); }

  template <class T>
  T log_joint(std::span<const T> free, T& log_jacobian) const {
    const std::size_t schools = y.size();
    const T& mu = free[schools];
    const T tau = renyi::constrain_positive(free[schools + 1], log_jacobian);
    T log_joint = rt::log_normal(mu, 0.0, 5.0) + rt::log_cauchy(tau, 5.0);
    for (std::size_t j = 0; j < schools; ++j) {
      log_joint += rt::log_normal(free[j] - mu, 0.0, tau);
      log_joint += rt::log_normal(y[j] - free[j], 0.0, sigma[j]);
    }
    return log_joint;
  }

  std::vector<double> constrain(std::span<const double> free, bool, bool, std::mt19937&) const {
    std::vector<double> values(free.begin(), free.end());
    values.back() = std::exp(values.back());
    return values;
  }

  std::vector<double> y, sigma;
};

}  // namespace bridge

#include "tests/support/bridge/bridge_exports.hpp"
