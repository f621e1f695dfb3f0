// Single-precision matrix multiplication over row-major memory. Double-precision products are
// Eigen's.
#pragma once

#include <Eigen/Core>
#include <utility>

#include "renyi/core/matrix.hpp"
#include "renyi/core/parallel.hpp"

namespace renyi {

// A row-major matrix that belongs to somebody else, perhaps read as its transpose. rows and cols
// count as multiplied, so after transposition.
struct MatmulOperand {
  // Any row-major float matrix, map or block of one; expressions without memory do not compile.
  template <class Derived>
  requires(bool(Derived::IsRowMajor) && (Derived::Flags & Eigen::DirectAccessBit) != 0 &&
           Derived::InnerStrideAtCompileTime == 1)
      MatmulOperand(const Eigen::MatrixBase<Derived>& m)  // NOLINT(google-explicit-constructor)
      : data(m.derived().data()), rows(m.rows()), cols(m.cols()), stride(m.outerStride()) {}

  const float* data;
  Index rows, cols, stride;
  bool is_transposed = false;
};
inline MatmulOperand transposed(MatmulOperand m) {
  std::swap(m.rows, m.cols);
  m.is_transposed = !m.is_transposed;
  return m;
}

// C = factor A B + keep C on the calling thread; with keep = 0 nothing is read from C.
// A: m x k, B: k x n, C: m x n (UsageError otherwise). C overlaps neither A nor B.
void matmul(const MatmulOperand& a, const MatmulOperand& b, Eigen::Ref<MatrixF> c,
            float factor = 1.0f, float keep = 0.0f);

// The same on the pool. Both forms work on the same shards of rows, a function of the shape alone,
// so that they agree bit for bit for any number of threads.
void matmul(ThreadPool& pool, const MatmulOperand& a, const MatmulOperand& b, Eigen::Ref<MatrixF> c,
            float factor = 1.0f, float keep = 0.0f);

// The first form uncut, which is faster for up to a thousand rows or so; for callers that share out
// their work themselves. May differ from the others in rounding.
void matmul_whole(const MatmulOperand& a, const MatmulOperand& b, Eigen::Ref<MatrixF> c,
                  float factor = 1.0f, float keep = 0.0f);

// The shards of the m rows of C, each a sum of k products.
Partition matmul_rows(Index m, Index k);

}  // namespace renyi
