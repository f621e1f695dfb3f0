// y_t ~ N(mu, s_t), s_t^2 = a0 + a1 (y_(t-1) - mu)^2 + b1 s_(t-1)^2, s_1 given; a0 > 0, 0 < a1 < 1,
// 0 < b1 < 1 - a1; flat.
#include "tests/support/bridge/bridge_densities.hpp"

namespace bridge {

namespace rt = renyi::testing;

struct BridgeModel {
  static constexpr const char* name = "garch11_model";
  explicit BridgeModel(const rt::BridgeData& data)
      : y(data.numbers("y", data.count("T"))), first_sd(data.number("sigma1")) {}

  std::string free_names() const { return "mu,alpha0,alpha1,beta1"; }
  std::string names(bool, bool) const { return free_names(); }

  // mu, alpha0, alpha1, beta1.
  template <class T>
  std::array<T, 4> parameters(std::span<const T> free, T& log_jacobian) const {
    using std::log;
    const T alpha0 = renyi::constrain_positive(free[1], log_jacobian);
    const T alpha1 = renyi::constrain_interval(free[2], 0.0, 1.0, log_jacobian);
    const T share = renyi::constrain_interval(free[3], 0.0, 1.0, log_jacobian);
    log_jacobian += log(1.0 - alpha1);
    return {free[0], alpha0, alpha1, (1.0 - alpha1) * share};
  }

  template <class T>
  T log_joint(std::span<const T> free, T& log_jacobian) const {
    using std::log;
    const auto [mu, alpha0, alpha1, beta1] = parameters(free, log_jacobian);
    T variance = first_sd * first_sd, log_joint = 0.0;
    for (std::size_t t = 0; t < y.size(); ++t) {
      if (t > 0) {
        const T before = y[t - 1] - mu;
        variance = alpha0 + alpha1 * before * before + beta1 * variance;
      }
      const T error = y[t] - mu;
      log_joint -= 0.5 * (error * error / variance + log(variance)) + rt::log_sqrt_2_pi;
    }
    return log_joint;
  }

  std::vector<double> constrain(std::span<const double> free, bool, bool, std::mt19937&) const {
    double ignored = 0.0;
    const auto values = parameters(free, ignored);
    return {values.begin(), values.end()};
  }

  std::vector<double> y;
  double first_sd;
};

}  // namespace bridge

#include "tests/support/bridge/bridge_exports.hpp"
