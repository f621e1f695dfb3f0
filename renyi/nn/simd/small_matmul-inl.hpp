// Products of small matrices with the columns in the vector's lanes: tiles in registers, and the
// loops around them. What becomes of a tile is left to callers.
// Per-target include: see foreach_target.h.
#if defined(RENYI_NN_SIMD_SMALL_MATMUL_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_NN_SIMD_SMALL_MATMUL_INL_HPP_
#undef RENYI_NN_SIMD_SMALL_MATMUL_INL_HPP_
#else
#define RENYI_NN_SIMD_SMALL_MATMUL_INL_HPP_
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "renyi/nn/simd/lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// A B. A: m x k, row-major with rows of a_stride, or column-major with columns of a_stride.
// B: k x n, row-major, n a whole number of vectors.
template <class T>
struct SmallProduct {
  const T* a;
  Index a_stride;
  const T* b;
  Index b_stride;
  Index m, k, n;
};

// R rows by V vectors of A B in registers, from start(row) to what finish(sum, row, column) makes
// of each vector. The order of A in memory is a constant, so that its addresses need few registers.
template <int R, int V, bool ByColumn, class T, class Start, class Finish>
HWY_INLINE void small_tile(const SmallProduct<T>& p, Index row, Index column, const Start& start,
                           const Finish& finish) {
  const BlockLanes<T> d;
  constexpr Index lanes = block_lanes<T>;
  const T* a = ByColumn ? p.a + row : p.a + row * p.a_stride;
  const T* b = p.b + column;
  BlockVector<T> sums[R][V];
#pragma GCC unroll 12
  for (int r = 0; r < R; ++r) {
    const auto begin = start(row + r);
#pragma GCC unroll 3
    for (int v = 0; v < V; ++v) sums[r][v] = begin;
  }
  for (Index i = 0; i < p.k; ++i) {
    BlockVector<T> terms[V];
#pragma GCC unroll 3
    for (int v = 0; v < V; ++v) terms[v] = hn::LoadU(d, b + v * lanes);
#pragma GCC unroll 12
    for (int r = 0; r < R; ++r) {
      const auto factor = hn::Set(d, ByColumn ? a[r] : a[r * p.a_stride]);
#pragma GCC unroll 3
      for (int v = 0; v < V; ++v) sums[r][v] = hn::MulAdd(factor, terms[v], sums[r][v]);
    }
    a += ByColumn ? p.a_stride : 1;
    b += p.b_stride;
  }
#pragma GCC unroll 12
  for (int r = 0; r < R; ++r)
#pragma GCC unroll 3
    for (int v = 0; v < V; ++v) finish(sums[r][v], row + r, column + v * lanes);
}

// Functions of their own: the compiler would spill some of a larger function's vectors.
template <int R, int V, bool ByColumn, class T, class Start, class Finish>
HWY_NOINLINE void small_tiles(const SmallProduct<T>& given, Index row, Index end, Index column,
                              Start start, Finish finish) {
  const SmallProduct<T> p = given;  // which no store of vectors may change
  for (; row < end; row += R) small_tile<R, V, ByColumn>(p, row, column, start, finish);
}

// Tiles of `rows` rows, one of 1 to R.
template <int R, int V, bool ByColumn, class T, class Start, class Finish>
HWY_INLINE void tiles_of(Index rows, const SmallProduct<T>& p, Index row, Index end, Index column,
                         const Start& start, const Finish& finish) {
  if (rows == R) return small_tiles<R, V, ByColumn>(p, row, end, column, start, finish);
  if constexpr (R > 1) tiles_of<R - 1, V, ByColumn>(rows, p, row, end, column, start, finish);
}

// Tiles of R rows at most that are nearly equal: a small one at the end would wait for itself.
template <int R, int V, bool ByColumn, class T, class Start, class Finish>
HWY_INLINE void small_columns(const SmallProduct<T>& p, Index column, const Start& start,
                              const Finish& finish) {
  const Index tiles = (p.m + R - 1) / R, rows = p.m / tiles, higher = p.m % tiles * (rows + 1);
  if (higher > 0) tiles_of<R, V, ByColumn>(rows + 1, p, 0, higher, column, start, finish);
  tiles_of<R, V, ByColumn>(rows, p, higher, p.m, column, start, finish);
}

// Two or three vectors at a time: 20 or 21 sums of 32 registers, or 12 of 16. With more the
// compiler spills vectors, as it keeps other tiles' addresses in their registers.
template <bool ByColumn, class T, class Start, class Finish>
HWY_INLINE void small_matmul(const SmallProduct<T>& p, const Start& start, const Finish& finish) {
  constexpr Index lanes = block_lanes<T>;
  if constexpr (sizeof(T) == 8) {  // only to check the float kernels: small, not fast
    for (Index column = 0; column < p.n; column += lanes)
      small_columns<4, 1, ByColumn>(p, column, start, finish);
  } else {
    constexpr int sums = HWY_TARGET == HWY_AVX3 ? 21 : 12;
    for (Index column = 0; column < p.n;) {
      const Index left = (p.n - column) / lanes;
      const Index now = left == 3 || left > 4 ? 3 : std::min<Index>(left, 2);
      if (now == 3) small_columns<sums / 3, 3, ByColumn>(p, column, start, finish);
      if (now == 2) small_columns<sums / 2, 2, ByColumn>(p, column, start, finish);
      if (now == 1) small_columns<sums / 2, 1, ByColumn>(p, column, start, finish);
      column += now * lanes;
    }
  }
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
