#include "tests/models/random_precision.hpp"

#include <Eigen/QR>
#include <cmath>

#include "renyi/core/random.hpp"

namespace renyi::testing {

Matrix normal_matrix(Index rows, Index columns, std::uint64_t seed, std::uint32_t which) {
  Matrix matrix(rows, columns);
  fill_normal({.seed = seed, .purpose = Purpose::test, .step = which}, {}, matrix);
  return matrix;
}

Matrix random_precision(Index d, double condition, std::uint64_t seed) {
  const Eigen::HouseholderQR<Matrix> qr(normal_matrix(d, d, seed));
  const Matrix basis = qr.householderQ();
  const double end = 0.5 * std::log(condition);
  const Vector values = Vector::LinSpaced(d, -end, end).array().exp();
  const Matrix precision = basis * values.asDiagonal() * basis.transpose();
  return 0.5 * (precision + precision.transpose());
}

}  // namespace renyi::testing
