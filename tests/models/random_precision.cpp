#include "tests/models/random_precision.hpp"

#include <Eigen/QR>
#include <cmath>

namespace renyi::testing {

Matrix random_precision(Index d, double condition, std::uint64_t seed) {
  const Eigen::HouseholderQR<Matrix> qr(normal_matrix(d, d, seed));
  const Matrix basis = qr.householderQ();
  const double end = 0.5 * std::log(condition);
  const Vector values = Vector::LinSpaced(d, -end, end).array().exp();
  const Matrix precision = basis * values.asDiagonal() * basis.transpose();
  return 0.5 * (precision + precision.transpose());
}

}  // namespace renyi::testing
