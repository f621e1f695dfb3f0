#include "renyi/bound/divergence/row_axes.hpp"

#include <cmath>
#include <limits>

namespace renyi::divergence {
namespace {

// Quadratic convergence: five to ten sweeps do; the bound only guards against a cycle of rounding.
constexpr int max_sweeps = 60;

// Makes rows i and j orthogonal; false if they were already.
bool rotate(WideMatrix& matrix, WideMatrix& basis, Index i, Index j) {
  const Wide i_length = matrix.row(i).squaredNorm();
  const Wide j_length = matrix.row(j).squaredNorm();
  const Wide product = matrix.row(i).dot(matrix.row(j));
  const Wide negligible =
      std::numeric_limits<Wide>::epsilon() * std::sqrt(i_length) * std::sqrt(j_length);
  if (!(std::abs(product) > negligible)) return false;
  // The smaller root of t^2 + 2 zeta t = 1 is the tangent of the angle.
  const Wide zeta = (j_length - i_length) / (2.0L * product);
  const Wide t = std::copysign(1.0L, zeta) / (std::abs(zeta) + std::hypot(1.0L, zeta));
  const Wide cosine = 1.0L / std::hypot(1.0L, t);
  const Wide sine = cosine * t;
  const WideVector row = matrix.row(i);
  matrix.row(i) = cosine * row.transpose() - sine * matrix.row(j);
  matrix.row(j) = sine * row.transpose() + cosine * matrix.row(j);
  const WideVector column = basis.col(i);
  basis.col(i) = cosine * column - sine * basis.col(j);
  basis.col(j) = sine * column + cosine * basis.col(j);
  return true;
}

}  // namespace

RowAxes orthogonalise_rows(WideMatrix matrix) {
  const Index n = matrix.rows();
  WideMatrix basis = WideMatrix::Identity(n, n);
  bool rotated = true;
  for (int sweep = 0; rotated && sweep < max_sweeps; ++sweep) {
    rotated = false;
    for (Index i = 0; i < n; ++i)
      for (Index j = i + 1; j < n; ++j) rotated = rotate(matrix, basis, i, j) || rotated;
  }
  return {basis, matrix.rowwise().squaredNorm()};
}

}  // namespace renyi::divergence
