// A density without rows, given by a function for its logarithm and gradient.
#pragma once

#include <functional>
#include <utility>

#include "renyi/models/density.hpp"

namespace renyi::testing {

class FunctionDensity final : public Density {
 public:
  using Function = std::function<double(const Vector& at, Vector& gradient)>;
  FunctionDensity(Index dimension, Function function)
      : dimension_(dimension), function_(std::move(function)) {}

  Index dimension() const override { return dimension_; }
  void log_base(const ConstMatrixRef& theta, Eigen::Ref<Vector> values) const override {
    Matrix gradients(theta.rows(), theta.cols());
    log_base(theta, values, gradients);
  }
  void log_base(const ConstMatrixRef& theta, Eigen::Ref<Vector> values,
                Eigen::Ref<Matrix> gradients) const override {
    Vector gradient(dimension_);
    for (Index k = 0; k < theta.cols(); ++k) {
      values(k) = function_(theta.col(k), gradient);
      gradients.col(k) = gradient;
    }
  }

 private:
  Index dimension_;
  Function function_;
};

}  // namespace renyi::testing
