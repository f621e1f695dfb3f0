#include "renyi/models/wide_inverse.hpp"

#include <Eigen/Cholesky>
#include <cmath>

#include "renyi/core/error.hpp"

namespace renyi {

using divergence::Wide;
using divergence::WideMatrix;
using divergence::WideVector;

namespace {

// start - a'b as if computed with twice the digits of Wide (Ogita, Rump and Oishi's Dot2).
Wide compensated_residual(Wide start, const Eigen::Ref<const WideVector>& a,
                          const Eigen::Ref<const WideVector>& b) {
  Wide sum = start, lost = 0.0L;
  for (Index i = 0; i < a.size(); ++i) {
    const Wide product = -a(i) * b(i);
    const Wide product_error = std::fma(-a(i), b(i), -product);
    const Wide next = sum + product;
    const Wide part = next - sum;
    lost += ((sum - (next - part)) + (product - part)) + product_error;
    sum = next;
  }
  return sum + lost;
}

}  // namespace

WideMatrix wide_inverse(const Matrix& matrix, bool precise) {
  const Index n = matrix.rows();
  const WideMatrix wide = matrix.cast<Wide>();
  const Eigen::LLT<WideMatrix> cholesky(wide);
  if (cholesky.info() != Eigen::Success)
    throw NumericalError("precision matrix: not positive definite within rounding");
  WideMatrix inverse = cholesky.solve(WideMatrix::Identity(n, n));
  if (precise) {
    // One Newton step; the residual must be known far below the rounding of its terms.
    WideMatrix residual(n, n);
    for (Index j = 0; j < n; ++j)
      for (Index i = 0; i < n; ++i)
        residual(i, j) = compensated_residual(i == j ? 1.0L : 0.0L, wide.col(i), inverse.col(j));
    inverse += cholesky.solve(residual);
  }
  return 0.5L * (inverse + inverse.transpose());
}

}  // namespace renyi
