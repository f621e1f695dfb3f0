#include "renyi/families/mean_field_family.hpp"

#include <Eigen/Cholesky>
#include <cmath>
#include <numbers>

namespace renyi {

MeanFieldFamily::MeanFieldFamily(Index dimension)
    : Family(dimension), mean_(Vector::Zero(dimension)), sd_(Vector::Ones(dimension)) {}

std::string MeanFieldFamily::parameter_name(Index parameter) const {
  const Index d = dimension();
  return (parameter < d ? "mean " : "log sd ") + std::to_string(parameter % d + 1);
}

Vector MeanFieldFamily::nearest(const ConstVectorRef& mean,
                                const ConstMatrixRef& covariance) const {
  const Matrix precision =
      Eigen::LLT<Matrix>(covariance).solve(Matrix::Identity(dimension(), dimension()));
  Vector parameters(this->parameters());
  parameters << mean, -0.5 * precision.diagonal().array().log().matrix();
  return parameters;
}

void MeanFieldFamily::set(const ConstVectorRef& parameters) {
  mean_ = parameters.head(dimension());
  sd_ = parameters.tail(dimension()).array().exp();
}

void MeanFieldFamily::draw(const ConstMatrixRef& noise, Eigen::Ref<Matrix> theta) const {
  theta = (noise.array().colwise() * sd_.array()).colwise() + mean_.array();
}

void MeanFieldFamily::log_density(const ConstMatrixRef& theta, Eigen::Ref<Vector> values,
                                  Eigen::Ref<Matrix> gradients) const {
  const double constant = -0.5 * static_cast<double>(dimension()) * std::log(2 * std::numbers::pi) -
                          sd_.array().log().sum();
  gradients = (theta.colwise() - mean_).array().colwise() / sd_.array();
  values = (constant - 0.5 * gradients.colwise().squaredNorm().array()).transpose();
  gradients.array().colwise() /= -sd_.array();
}

void MeanFieldFamily::add_path(const ConstMatrixRef& noise, const ConstMatrixRef& gradients,
                               Eigen::Ref<Vector> out) const {
  out.head(dimension()) += gradients.rowwise().sum();
  out.tail(dimension()).array() +=
      sd_.array() * gradients.cwiseProduct(noise).rowwise().sum().array();
}

void MeanFieldFamily::add_score(const ConstMatrixRef& theta, const ConstVectorRef& coefficients,
                                Eigen::Ref<Vector> out) const {
  for (Index k = 0; k < theta.cols(); ++k) {
    if (coefficients(k) == 0.0) continue;
    const auto z = (theta.col(k) - mean_).array() / sd_.array();
    out.head(dimension()).array() += coefficients(k) * z / sd_.array();
    out.tail(dimension()).array() += coefficients(k) * (z.square() - 1.0);
  }
}

}  // namespace renyi
