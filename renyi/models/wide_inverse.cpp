#include "renyi/models/wide_inverse.hpp"

#include <Eigen/Cholesky>
#include <limits>

#include "renyi/core/error.hpp"

namespace renyi {

using divergence::Wide;
using divergence::WideMatrix;
using divergence::WideVector;

namespace {

// A number as the sum of two of half its digits, whose products are exact (Veltkamp).
struct Halves {
  explicit Halves(Wide value) {
    constexpr auto factor =
        static_cast<Wide>((1ULL << ((std::numeric_limits<Wide>::digits + 1) / 2)) + 1ULL);
    const Wide large = factor * value;
    high = large - (large - value);
    low = value - high;
  }
  Wide high, low;
};

// a b - product, exact when product is a b rounded (Dekker). std::fma of long doubles does the same
// in software, ten times slower.
Wide product_error(Wide a, Wide b, Wide product) {
  const Halves x(a), y(b);
  return ((x.high * y.high - product) + x.high * y.low + x.low * y.high) + x.low * y.low;
}

// start - a'b as if computed with twice the digits of Wide (Ogita, Rump and Oishi's Dot2).
Wide compensated_residual(Wide start, const Eigen::Ref<const WideVector>& a,
                          const Eigen::Ref<const WideVector>& b) {
  Wide sum = start, lost = 0.0L;
  for (Index i = 0; i < a.size(); ++i) {
    const Wide product = -a(i) * b(i);
    const Wide next = sum + product;
    const Wide part = next - sum;
    lost += ((sum - (next - part)) + (product - part)) + product_error(-a(i), b(i), product);
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
