#include "renyi/bound/divergence/covariance_factor.hpp"

#include <Eigen/Cholesky>
#include <cmath>
#include <limits>

namespace renyi::divergence {

CovarianceFactor factor(const Matrix& covariance) {
  CovarianceFactor result;
  if (!(covariance.diagonal().minCoeff() > 0.0)) return result;
  const WideMatrix wide = covariance.cast<Wide>();
  result.deviation = wide.diagonal().cwiseSqrt();
  const WideVector inverse = result.deviation.cwiseInverse();
  const Eigen::LLT<WideMatrix> cholesky(inverse.asDiagonal() * wide * inverse.asDiagonal());
  if (cholesky.info() != Eigen::Success) return result;
  result.correlation_root = cholesky.matrixL();
  const Wide pivot = result.correlation_root.diagonal().minCoeff();
  // A pivot below the rounding of the entries is as good as none.
  if (!(pivot * pivot > std::numeric_limits<double>::epsilon())) return result;
  result.condition = static_cast<double>(1.0L / (pivot * pivot));
  result.positive_definite = true;
  return result;
}

}  // namespace renyi::divergence
