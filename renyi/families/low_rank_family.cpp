#include "renyi/families/low_rank_family.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>

#include "renyi/core/error.hpp"

namespace renyi {

LowRankFamily::LowRankFamily(Index dimension, Index rank) : Family(dimension), rank_(rank) {
  if (rank < 1 || rank > dimension)
    throw UsageError("rank: expected 1 to " + std::to_string(dimension) + ", found " +
                     std::to_string(rank));
  set(Vector::Zero(parameters()));
}

std::string LowRankFamily::parameter_name(Index parameter) const {
  const Index d = dimension();
  const std::string coordinate = std::to_string(parameter % d + 1);
  if (parameter < d) return "mean " + coordinate;
  if (parameter < 2 * d) return "log sd " + coordinate;
  return "factor " + coordinate + "," + std::to_string(parameter / d - 1);
}

Vector LowRankFamily::nearest(const ConstVectorRef& mean, const ConstMatrixRef& covariance) const {
  const Index d = dimension();
  const Eigen::SelfAdjointEigenSolver<Matrix> axes(covariance);
  // What the axes left out have in the mean is noise, and no factor's.
  const double noise = rank_ < d ? axes.eigenvalues().head(d - rank_).mean() : 0.0;
  Matrix factors(d, rank_);
  for (Index r = 0; r < rank_; ++r)
    factors.col(r) = std::sqrt(std::max(0.0, axes.eigenvalues()(d - 1 - r) - noise)) *
                     axes.eigenvectors().col(d - 1 - r);
  const Vector rest = covariance.diagonal() - factors.rowwise().squaredNorm();
  Vector parameters(this->parameters());
  parameters.head(d) = mean;
  parameters.segment(d, d) =
      0.5 * rest.cwiseMax(1e-3 * covariance.diagonal()).array().log().matrix();
  parameters.tail(d * rank_) = factors.reshaped();
  return parameters;
}

void LowRankFamily::set(const ConstVectorRef& parameters) {
  const Index d = dimension();
  mean_ = parameters.head(d);
  sd_ = parameters.segment(d, d).array().exp();
  factors_ = parameters.tail(d * rank_).reshaped(d, rank_);
  scaled_ = factors_.array().colwise() / sd_.array().square();
  Matrix inner = Matrix::Identity(rank_, rank_);
  inner.noalias() += factors_.transpose() * scaled_;
  inner_.compute(inner);
}

void LowRankFamily::draw(const ConstMatrixRef& noise, Eigen::Ref<Matrix> theta) const {
  theta.noalias() = factors_ * noise.bottomRows(rank_);
  theta.array() += noise.topRows(dimension()).array().colwise() * sd_.array();
  theta.colwise() += mean_;
}

void LowRankFamily::solve_in_place(Eigen::Ref<Matrix> columns) const {
  const Matrix inner = inner_.solve(scaled_.transpose() * columns);
  columns.array().colwise() /= sd_.array().square();
  columns.noalias() -= scaled_ * inner;
}

void LowRankFamily::log_density(const ConstMatrixRef& theta, Eigen::Ref<Vector> values,
                                Eigen::Ref<Matrix> gradients) const {
  const double log_determinant =
      2.0 * sd_.array().log().sum() + 2.0 * inner_.matrixLLT().diagonal().array().log().sum();
  const double constant =
      -0.5 * (static_cast<double>(dimension()) * std::log(2 * std::numbers::pi) + log_determinant);
  gradients = mean_.replicate(1, theta.cols()) - theta;
  solve_in_place(gradients);
  for (Index k = 0; k < theta.cols(); ++k)
    values(k) = constant + 0.5 * gradients.col(k).dot(theta.col(k) - mean_);
}

void LowRankFamily::add_path(const ConstMatrixRef& noise, const ConstMatrixRef& gradients,
                             Eigen::Ref<Vector> out) const {
  const Index d = dimension();
  out.head(d) += gradients.rowwise().sum();
  out.segment(d, d).array() +=
      sd_.array() * gradients.cwiseProduct(noise.topRows(d)).rowwise().sum().array();
  out.tail(d * rank_).reshaped(d, rank_) += gradients * noise.bottomRows(rank_).transpose();
}

// With a = covariance^-1 (theta - mean): d log q / d mean = a, and in the covariance
// (a a' - covariance^-1) / 2, whose derivatives in U and in the logs of D follow.
void LowRankFamily::add_score(const ConstMatrixRef& theta, const ConstVectorRef& coefficients,
                              Eigen::Ref<Vector> out) const {
  const Index d = dimension();
  const double total = coefficients.sum();
  draws_ = theta.colwise() - mean_;
  solve_in_place(draws_);
  out.head(d) += draws_ * coefficients;
  Matrix solved = factors_;
  solve_in_place(solved);
  out.tail(d * rank_).reshaped(d, rank_) +=
      draws_ * coefficients.asDiagonal() * (draws_.transpose() * factors_) - total * solved;
  const Matrix half = inner_.matrixL().solve(scaled_.transpose());
  const Vector inverse_diagonal =
      sd_.array().square().inverse() - half.colwise().squaredNorm().transpose().array();
  out.segment(d, d).array() +=
      sd_.array().square() *
      ((draws_.cwiseAbs2() * coefficients) - total * inverse_diagonal).array();
}

Matrix LowRankFamily::covariance() const {
  Matrix covariance = factors_ * factors_.transpose();
  covariance.diagonal() += sd_.cwiseAbs2();
  return covariance;
}

}  // namespace renyi
