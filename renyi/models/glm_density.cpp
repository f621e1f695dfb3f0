#include "renyi/models/glm_density.hpp"

#include <cmath>
#include <numbers>

namespace renyi {

void GlmDensity::log_base(const ConstMatrixRef& theta, Eigen::Ref<Vector> values) const {
  const double precision = problem_.prior_precision;
  const double constant = 0.5 * static_cast<double>(dimension()) *
                          (std::log(precision) - std::log(2.0 * std::numbers::pi));
  values = (constant - 0.5 * precision * theta.colwise().squaredNorm().array()).transpose();
}

void GlmDensity::log_base(const ConstMatrixRef& theta, Eigen::Ref<Vector> values,
                          Eigen::Ref<Matrix> gradients) const {
  log_base(theta, values);
  gradients = -problem_.prior_precision * theta;
}

void GlmDensity::log_rows(const ConstMatrixRef& theta, std::span<const Index> rows,
                          Eigen::Ref<Matrix> values) const {
  for (std::size_t m = 0; m < rows.size(); ++m) {
    const RowLikelihood row = problem_.row(rows[m]);
    for (Index k = 0; k < theta.cols(); ++k)
      values(k, static_cast<Index>(m)) =
          row.at(problem_.design.col(rows[m]).dot(theta.col(k))).value;
  }
}

void GlmDensity::add_row_gradients(const ConstMatrixRef& theta, std::span<const Index> rows,
                                   const ConstMatrixRef& coefficients,
                                   Eigen::Ref<Matrix> gradients) const {
  for (std::size_t m = 0; m < rows.size(); ++m) {
    const auto features = problem_.design.col(rows[m]);
    const RowLikelihood row = problem_.row(rows[m]);
    for (Index k = 0; k < theta.cols(); ++k) {
      const double coefficient = coefficients(k, static_cast<Index>(m));
      if (coefficient == 0.0) continue;
      gradients.col(k) += coefficient * row.at(features.dot(theta.col(k))).first * features;
    }
  }
}

}  // namespace renyi
