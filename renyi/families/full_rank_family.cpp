#include "renyi/families/full_rank_family.hpp"

#include <Eigen/Cholesky>
#include <cmath>
#include <numbers>

namespace renyi {

FullRankFamily::FullRankFamily(Index dimension)
    : Family(dimension),
      mean_(Vector::Zero(dimension)),
      scale_(Matrix::Identity(dimension, dimension)) {}

std::string FullRankFamily::parameter_name(Index parameter) const {
  const Index d = dimension();
  if (parameter < d) return "mean " + std::to_string(parameter + 1);
  if (parameter < 2 * d) return "log scale " + std::to_string(parameter - d + 1);
  Index place = parameter - 2 * d;
  Index column = 0;
  for (; place >= d - 1 - column; ++column) place -= d - 1 - column;
  return "scale " + std::to_string(column + place + 2) + "," + std::to_string(column + 1);
}

Vector FullRankFamily::nearest(const ConstVectorRef& mean, const ConstMatrixRef& covariance) const {
  const Index d = dimension();
  const Matrix scale = Eigen::LLT<Matrix>(covariance).matrixL();
  Vector parameters(this->parameters());
  parameters.head(d) = mean;
  parameters.segment(d, d) = scale.diagonal().array().log();
  for (Index j = 0, at = 2 * d; j < d; at += d - 1 - j, ++j)
    parameters.segment(at, d - 1 - j) = scale.col(j).tail(d - 1 - j);
  return parameters;
}

void FullRankFamily::set(const ConstVectorRef& parameters) {
  const Index d = dimension();
  mean_ = parameters.head(d);
  scale_.diagonal() = parameters.segment(d, d).array().exp();
  for (Index j = 0, at = 2 * d; j < d; at += d - 1 - j, ++j)
    scale_.col(j).tail(d - 1 - j) = parameters.segment(at, d - 1 - j);
}

void FullRankFamily::draw(const ConstMatrixRef& noise, Eigen::Ref<Matrix> theta) const {
  theta.noalias() = scale_.triangularView<Eigen::Lower>() * noise;
  theta.colwise() += mean_;
}

void FullRankFamily::log_density(const ConstMatrixRef& theta, Eigen::Ref<Vector> values,
                                 Eigen::Ref<Matrix> gradients) const {
  const double constant = -0.5 * static_cast<double>(dimension()) * std::log(2 * std::numbers::pi) -
                          scale_.diagonal().array().log().sum();
  gradients = theta.colwise() - mean_;
  scale_.triangularView<Eigen::Lower>().solveInPlace(gradients);
  values = (constant - 0.5 * gradients.colwise().squaredNorm().array()).transpose();
  gradients *= -1.0;
  scale_.triangularView<Eigen::Lower>().transpose().solveInPlace(gradients);
}

void FullRankFamily::add_scale_gradient(const Matrix& gradient, Eigen::Ref<Vector> out) const {
  const Index d = dimension();
  out.segment(d, d).array() += gradient.diagonal().array() * scale_.diagonal().array();
  for (Index j = 0, at = 2 * d; j < d; at += d - 1 - j, ++j)
    out.segment(at, d - 1 - j) += gradient.col(j).tail(d - 1 - j);
}

void FullRankFamily::add_path(const ConstMatrixRef& noise, const ConstMatrixRef& gradients,
                              Eigen::Ref<Vector> out) const {
  out.head(dimension()) += gradients.rowwise().sum();
  product_.noalias() = gradients * noise.transpose();
  add_scale_gradient(product_, out);
}

// With z = L^-1 (theta - mean): d log q / d mean = L^-T z, d log q / d L = L^-T z z' - diag(1 / L).
void FullRankFamily::add_score(const ConstMatrixRef& theta, const ConstVectorRef& coefficients,
                               Eigen::Ref<Vector> out) const {
  draws_ = theta.colwise() - mean_;
  scale_.triangularView<Eigen::Lower>().solveInPlace(draws_);
  product_.noalias() = draws_ * coefficients.asDiagonal() * draws_.transpose();
  scale_.triangularView<Eigen::Lower>().transpose().solveInPlace(product_);
  product_.diagonal().array() -= coefficients.sum() / scale_.diagonal().array();
  add_scale_gradient(product_, out);
  draws_.col(0) = draws_ * coefficients;
  scale_.triangularView<Eigen::Lower>().transpose().solveInPlace(draws_.col(0));
  out.head(dimension()) += draws_.col(0);
}

}  // namespace renyi
