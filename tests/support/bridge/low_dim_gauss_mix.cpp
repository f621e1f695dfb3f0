// y ~ theta N(mu1, s1) + (1 - theta) N(mu2, s2); mu1 < mu2; s ~ N(0, 2); mu ~ N(0, 2);
// theta ~ Beta(5, 5).
#include "tests/support/bridge/bridge_densities.hpp"

namespace bridge {

namespace rt = renyi::testing;

struct BridgeModel {
  static constexpr const char* name = "low_dim_gauss_mix_model";
  explicit BridgeModel(const rt::BridgeData& data) : y(data.numbers("y", data.count("N"))) {}

  std::string free_names() const { return "mu.1,mu.2,sigma.1,sigma.2,theta"; }
  std::string names(bool, bool) const { return free_names(); }

  template <class T>
  std::array<T, 5> parameters(std::span<const T> free, T& log_jacobian) const {
    std::array<T, 5> values;
    renyi::constrain_ordered(free.first(2), std::span<T>(values).first(2), log_jacobian);
    values[2] = renyi::constrain_positive(free[2], log_jacobian);
    values[3] = renyi::constrain_positive(free[3], log_jacobian);
    values[4] = renyi::constrain_interval(free[4], 0.0, 1.0, log_jacobian);
    return values;
  }

  template <class T>
  T log_joint(std::span<const T> free, T& log_jacobian) const {
    using renyi::log_add_exp;
    using std::log, std::log1p;
    const auto [mu1, mu2, sigma1, sigma2, theta] = parameters(free, log_jacobian);
    const T log_theta = log(theta), log_rest = log1p(-theta);
    T log_joint = rt::log_normal(mu1, 0.0, 2.0) + rt::log_normal(mu2, 0.0, 2.0) +
                  rt::log_normal(sigma1, 0.0, 2.0) + rt::log_normal(sigma2, 0.0, 2.0) +
                  4.0 * (log_theta + log_rest) + std::log(630.0);  // 1 / B(5, 5)
    for (const double value : y)
      log_joint += log_add_exp(T(log_theta + rt::log_normal(value - mu1, 0.0, sigma1)),
                               T(log_rest + rt::log_normal(value - mu2, 0.0, sigma2)));
    return log_joint;
  }

  std::vector<double> constrain(std::span<const double> free, bool, bool, std::mt19937&) const {
    double ignored = 0.0;
    const auto values = parameters(free, ignored);
    return {values.begin(), values.end()};
  }

  std::vector<double> y;
};

}  // namespace bridge

#include "tests/support/bridge/bridge_exports.hpp"
