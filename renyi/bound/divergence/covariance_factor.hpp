// A covariance matrix as standard deviations times the Cholesky factor of its correlations, so that
// coordinates on wildly different scales stay apart. What is done with it is gaussian.hpp's.
#pragma once

#include "renyi/bound/divergence/order.hpp"
#include "renyi/core/matrix.hpp"

namespace renyi::divergence {

using WideVector = Eigen::Matrix<Wide, Eigen::Dynamic, 1>;
using WideMatrix = Eigen::Matrix<Wide, Eigen::Dynamic, Eigen::Dynamic>;

// covariance = diag(deviation) correlation_root correlation_root^T diag(deviation).
struct CovarianceFactor {
  bool positive_definite = false;  // the rest has no meaning otherwise
  WideVector deviation;
  WideMatrix correlation_root;  // lower triangular
  // At least 1, and large when the correlations are nearly singular: 1 / the smallest squared
  // pivot, a cheap lower bound of their condition number.
  double condition = 1.0;
};

CovarianceFactor factor(const Matrix& covariance);

}  // namespace renyi::divergence
