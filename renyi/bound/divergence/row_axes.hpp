// The left singular vectors and squared singular values of a square matrix whose rows may be of
// wildly different sizes, each to high relative precision. Eigen's JacobiSVD serves where the
// largest singular value may set the precision of all.
#pragma once

#include "renyi/bound/divergence/covariance_factor.hpp"

namespace renyi::divergence {

// matrix matrix' = basis diag(squared_lengths) basis', basis orthogonal; in no particular order.
struct RowAxes {
  WideMatrix basis;
  WideVector squared_lengths;
};

// One-sided Jacobi: rotates pairs of rows until all are orthogonal relative to their own lengths.
RowAxes orthogonalise_rows(WideMatrix matrix);

}  // namespace renyi::divergence
