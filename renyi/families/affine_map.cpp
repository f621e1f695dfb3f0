#include "renyi/families/affine_map.hpp"

#include <Eigen/Cholesky>

namespace renyi {

AffineMap AffineMap::identity(Index dimension) {
  return {Vector::Zero(dimension), Matrix::Identity(dimension, dimension)};
}

AffineMap AffineMap::diagonal(const ConstVectorRef& mean, const ConstMatrixRef& covariance) {
  return {mean, covariance.diagonal().cwiseSqrt().asDiagonal()};
}

AffineMap AffineMap::whitening(const ConstVectorRef& mean, const ConstMatrixRef& covariance) {
  return {mean, Eigen::LLT<Matrix>(covariance).matrixL()};
}

void AffineMap::apply(const ConstMatrixRef& u, Eigen::Ref<Matrix> theta) const {
  theta.noalias() = scale.triangularView<Eigen::Lower>() * u;
  theta.colwise() += shift;
}

void AffineMap::invert(const ConstMatrixRef& theta, Eigen::Ref<Matrix> u) const {
  u = theta.colwise() - shift;
  scale.triangularView<Eigen::Lower>().solveInPlace(u);
}

Matrix AffineMap::invert_covariance(const ConstMatrixRef& covariance) const {
  const Matrix inverse =
      scale.triangularView<Eigen::Lower>().solve(Matrix::Identity(dimension(), dimension()));
  return inverse * covariance * inverse.transpose();
}

void AffineMap::pull_back(Eigen::Ref<Matrix> gradients) const {
  gradients = scale.triangularView<Eigen::Lower>().transpose() * gradients;
}

}  // namespace renyi
