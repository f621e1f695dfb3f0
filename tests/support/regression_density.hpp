// y_n ~ N(x_n' theta, 1), theta ~ N(0, I): a density with rows whose posterior is known.
#pragma once

#include <Eigen/Cholesky>
#include <cmath>
#include <numbers>

#include "renyi/models/density.hpp"
#include "tests/support/family_checks.hpp"

namespace renyi::testing {

class RegressionDensity final : public Density {
 public:
  RegressionDensity(Index rows, Index dimension)
      : features_(normal_matrix(rows, dimension, 31)),
        targets_(features_ * normal_vector(dimension, 32) + normal_vector(rows, 33)) {}

  Index dimension() const override { return features_.cols(); }
  Index rows() const override { return features_.rows(); }

  void log_base(const ConstMatrixRef& theta, Eigen::Ref<Vector> values) const override {
    for (Index k = 0; k < theta.cols(); ++k)
      values(k) = -0.5 * theta.col(k).squaredNorm() -
                  0.5 * static_cast<double>(dimension()) * std::log(2.0 * std::numbers::pi);
  }
  void log_base(const ConstMatrixRef& theta, Eigen::Ref<Vector> values,
                Eigen::Ref<Matrix> gradients) const override {
    log_base(theta, values);
    gradients = -theta;
  }
  void log_rows(const ConstMatrixRef& theta, std::span<const Index> rows,
                Eigen::Ref<Matrix> values) const override {
    for (Index k = 0; k < theta.cols(); ++k)
      for (std::size_t m = 0; m < rows.size(); ++m) {
        const double error = residual(theta.col(k), rows[m]);
        values(k, static_cast<Index>(m)) =
            -0.5 * error * error - 0.5 * std::log(2.0 * std::numbers::pi);
      }
  }
  void add_row_gradients(const ConstMatrixRef& theta, std::span<const Index> rows,
                         const ConstMatrixRef& coefficients,
                         Eigen::Ref<Matrix> gradients) const override {
    for (Index k = 0; k < theta.cols(); ++k)
      for (std::size_t m = 0; m < rows.size(); ++m)
        gradients.col(k) += coefficients(k, static_cast<Index>(m)) *
                            residual(theta.col(k), rows[m]) * features_.row(rows[m]).transpose();
  }

  Matrix covariance() const {
    const Matrix precision =
        Matrix::Identity(dimension(), dimension()) + features_.transpose() * features_;
    return precision.llt().solve(Matrix::Identity(dimension(), dimension()));
  }
  Vector mean() const { return covariance() * (features_.transpose() * targets_); }
  // log p(y).
  double log_evidence() const {
    const Index n = rows();
    const Eigen::LLT<Matrix> marginal(Matrix::Identity(n, n) + features_ * features_.transpose());
    return -0.5 * static_cast<double>(n) * std::log(2.0 * std::numbers::pi) -
           marginal.matrixLLT().diagonal().array().log().sum() -
           0.5 * targets_.dot(marginal.solve(targets_));
  }

 private:
  double residual(const ConstVectorRef& theta, Index row) const {
    return targets_(row) - features_.row(row).dot(theta);
  }
  Matrix features_;
  Vector targets_;
};

}  // namespace renyi::testing
