// theta = shift + scale u: coordinates in which a distribution is about standard, so that steps of
// one size suit all of them. Choosing it is left to others.
#pragma once

#include "renyi/core/matrix.hpp"

namespace renyi {

struct AffineMap {
  Vector shift;
  Matrix scale;  // lower triangular with a positive diagonal

  static AffineMap identity(Index dimension);
  // Of the sds alone, so that coordinates stay apart.
  static AffineMap diagonal(const ConstVectorRef& mean, const ConstMatrixRef& covariance);
  // Of the whole covariance, which is positive definite.
  static AffineMap whitening(const ConstVectorRef& mean, const ConstMatrixRef& covariance);

  Index dimension() const { return shift.size(); }
  double log_determinant() const { return scale.diagonal().array().log().sum(); }

  // Columns are vectors. theta = shift + scale u, and back.
  void apply(const ConstMatrixRef& u, Eigen::Ref<Matrix> theta) const;
  void invert(const ConstMatrixRef& theta, Eigen::Ref<Matrix> u) const;
  // That of theta becomes that of u.
  Matrix invert_covariance(const ConstMatrixRef& covariance) const;
  // Gradients in theta become those in u.
  void pull_back(Eigen::Ref<Matrix> gradients) const;
};

}  // namespace renyi
