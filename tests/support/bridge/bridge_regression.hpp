// Linear regressions of posteriordb: beta, and a sigma that is positive. A model gives its features
// and the priors.
#pragma once

#include "tests/support/bridge/bridge_densities.hpp"

namespace renyi::testing {

class BridgeRegression {
 public:
  // `features`: the x_n one after the other, each as long as beta.
  BridgeRegression(std::vector<double> y, std::vector<double> features)
      : y_(std::move(y)), features_(std::move(features)), size_(features_.size() / y_.size()) {}

  std::string free_names() const { return numbered("beta", size_) + ",sigma"; }
  std::string names(bool, bool) const { return free_names(); }

  template <class T>
  T log_likelihood(std::span<const T> free, T& sigma, T& log_jacobian) const {
    sigma = constrain_positive(free[size_], log_jacobian);
    return log_regression<T>(y_, features_, free.first(size_), sigma);
  }

  std::vector<double> constrain(std::span<const double> free, bool, bool, std::mt19937&) const {
    std::vector<double> values(free.begin(), free.end());
    values.back() = std::exp(values.back());
    return values;
  }

 protected:
  std::size_t size() const { return size_; }

 private:
  std::vector<double> y_, features_;
  std::size_t size_;
};

}  // namespace renyi::testing
