// score ~ N(b1 + b2 hs + b3 iq, sigma); flat b; sigma ~ Cauchy(0, 2.5).
#include "tests/support/bridge/bridge_regression.hpp"

namespace bridge {

namespace rt = renyi::testing;

std::vector<double> features(const rt::BridgeData& data) {
  const std::size_t rows = data.count("N");
  const auto school = data.numbers("mom_hs", rows), intelligence = data.numbers("mom_iq", rows);
  std::vector<double> x;
  for (std::size_t n = 0; n < rows; ++n) x.insert(x.end(), {1.0, school[n], intelligence[n]});
  return x;
}

struct BridgeModel : rt::BridgeRegression {
  static constexpr const char* name = "kidscore_momhsiq_model";
  explicit BridgeModel(const rt::BridgeData& data)
      : BridgeRegression(data.numbers("kid_score", data.count("N")), features(data)) {}
  template <class T>
  T log_joint(std::span<const T> free, T& log_jacobian) const {
    T sigma = 0.0;
    const T log_likelihood = this->log_likelihood(free, sigma, log_jacobian);
    return log_likelihood + rt::log_cauchy(sigma, 2.5);
  }
};

}  // namespace bridge

#include "tests/support/bridge/bridge_exports.hpp"
