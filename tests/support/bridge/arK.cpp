// y_t ~ N(alpha + sum_k beta_k y_(t-k), sigma); alpha, beta ~ N(0, 10); sigma ~ Cauchy(0, 2.5).
#include "tests/support/bridge/bridge_densities.hpp"

namespace bridge {

namespace rt = renyi::testing;

struct BridgeModel {
  static constexpr const char* name = "arK_model";
  explicit BridgeModel(const rt::BridgeData& data)
      : lags(data.count("K")), y(data.numbers("y", data.count("T"))) {}

  std::string free_names() const { return "alpha," + rt::numbered("beta", lags) + ",sigma"; }
  std::string names(bool, bool) const { return free_names(); }

  template <class T>
  T log_joint(std::span<const T> free, T& log_jacobian) const {
    const T sigma = renyi::constrain_positive(free[1 + lags], log_jacobian);
    T log_joint = rt::log_cauchy(sigma, 2.5);
    for (const T& coefficient : free.first(1 + lags))
      log_joint += rt::log_normal(coefficient, 0.0, 10.0);
    for (std::size_t t = lags; t < y.size(); ++t) {
      T mean = free[0];
      for (std::size_t k = 1; k <= lags; ++k) mean += free[k] * y[t - k];
      log_joint += rt::log_normal(y[t] - mean, 0.0, sigma);
    }
    return log_joint;
  }

  std::vector<double> constrain(std::span<const double> free, bool, bool, std::mt19937&) const {
    std::vector<double> values(free.begin(), free.end());
    values.back() = std::exp(values.back());
    return values;
  }

  std::size_t lags;
  std::vector<double> y;
};

}  // namespace bridge

#include "tests/support/bridge/bridge_exports.hpp"
