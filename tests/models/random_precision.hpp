// Random positive definite matrices with a given condition number, for the tests of models.
#pragma once

#include <Eigen/QR>
#include <cmath>

#include "renyi/core/matrix.hpp"
#include "renyi/core/random.hpp"

namespace renyi::testing {

// Standard normal numbers that depend on (seed, which) alone.
inline Matrix normal_matrix(Index rows, Index columns, std::uint64_t seed,
                            std::uint32_t which = 0) {
  Matrix matrix(rows, columns);
  fill_normal({.seed = seed, .purpose = Purpose::test, .step = which}, {}, matrix);
  return matrix;
}

// Eigenvalues from condition^-1/2 to condition^1/2, evenly spaced in the logarithm, in random
// directions.
inline Matrix random_precision(Index d, double condition, std::uint64_t seed) {
  const Eigen::HouseholderQR<Matrix> qr(normal_matrix(d, d, seed));
  const Matrix basis = qr.householderQ();
  const double end = 0.5 * std::log(condition);
  const Vector values = Vector::LinSpaced(d, -end, end).array().exp();
  const Matrix precision = basis * values.asDiagonal() * basis.transpose();
  return 0.5 * (precision + precision.transpose());
}

}  // namespace renyi::testing
