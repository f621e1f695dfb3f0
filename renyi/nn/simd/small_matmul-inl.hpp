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

#include "renyi/nn/draw_kernels.hpp"
#include "renyi/nn/simd/padded_row-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// R rows by V vectors of A B in registers, from `begin` to what finish(sums, part, row, column)
// makes of each vector, of which the lanes of `part` count. The order of A in memory is a constant,
// so that its addresses need no registers.
template <int R, int V, bool Transposed, class T, class Finish>
HWY_INLINE void small_tile(const kernels::SmallProduct<T>& p, Index row, Index column,
                           const PaddedVector<T> (&begin)[V], Index end, const RowPart<T>& last,
                           const Finish& finish) {
  const PaddedLanes<T> d;
  constexpr Index lanes = padded_lanes<T>;
  const T* a = Transposed ? p.a + row : p.a + row * p.a_stride;
  const T* b = p.b + column;
  PaddedVector<T> sums[R][V];
#pragma GCC unroll 4
  for (int v = 0; v < V; ++v)
#pragma GCC unroll 8
    for (int r = 0; r < R; ++r) sums[r][v] = begin[v];
  for (Index i = 0; i < p.k; ++i) {
    PaddedVector<T> terms[V];
#pragma GCC unroll 4
    for (int v = 0; v < V; ++v) terms[v] = hn::LoadU(d, b + v * lanes);
#pragma GCC unroll 8
    for (int r = 0; r < R; ++r) {
      const auto factor = hn::Set(d, Transposed ? a[r] : a[r * p.a_stride]);
#pragma GCC unroll 4
      for (int v = 0; v < V; ++v) sums[r][v] = hn::MulAdd(factor, terms[v], sums[r][v]);
    }
    a += Transposed ? p.a_stride : 1;
    b += p.b_stride;
  }
#pragma GCC unroll 4
  for (int v = 0; v + 1 < V; ++v) {
    const InnerPart<T> part(end - column - v * lanes);
#pragma GCC unroll 8
    for (int r = 0; r < R; ++r) finish(sums[r][v], part, row + r, column + v * lanes);
  }
#pragma GCC unroll 8
  for (int r = 0; r < R; ++r) finish(sums[r][V - 1], last, row + r, column + (V - 1) * lanes);
}

// The rows that are left when R - 1 or fewer are.
template <int R, int V, bool Transposed, class T, class Finish>
HWY_INLINE void small_rest(const kernels::SmallProduct<T>& p, Index row, Index column,
                           const PaddedVector<T> (&begin)[V], Index end, const RowPart<T>& last,
                           const Finish& finish) {
  if constexpr (R > 1) {
    if (p.m - row == R - 1)
      return small_tile<R - 1, V, Transposed>(p, row, column, begin, end, last, finish);
    small_rest<R - 1, V, Transposed>(p, row, column, begin, end, last, finish);
  }
}

// Functions of their own where that many vectors are live: the compiler would spill some of a
// larger function's.
#undef RENYI_COLUMNS_INLINE
#if HWY_TARGET == HWY_AVX3
#define RENYI_COLUMNS_INLINE HWY_NOINLINE
#else
#define RENYI_COLUMNS_INLINE HWY_INLINE
#endif

template <int R, int V, bool Transposed, class T, class Start, class Finish>
RENYI_COLUMNS_INLINE void small_columns(const kernels::SmallProduct<T>& given, Index column,
                                        Index end, const Start& start, Finish finish) {
  const kernels::SmallProduct<T> p = given;
  constexpr Index lanes = padded_lanes<T>;
  PaddedVector<T> begin[V];
#pragma GCC unroll 4
  for (int v = 0; v < V; ++v) begin[v] = start(column + v * lanes);
  const RowPart<T> last(end - column - (V - 1) * lanes);
  Index row = 0;
  for (; row + R <= p.m; row += R)
    small_tile<R, V, Transposed>(p, row, column, begin, end, last, finish);
  small_rest<R, V, Transposed>(p, row, column, begin, end, last, finish);
}

// Up to four vectors at a time, sixteen sums of thirty-two registers: five are 3 + 2, six 3 + 3,
// seven 4 + 3.
template <bool Transposed, class T, class Start, class Finish>
HWY_INLINE void small_matmul_wide(const kernels::SmallProduct<T>& p, Index end, const Start& start,
                                  const Finish& finish) {
  constexpr Index lanes = padded_lanes<T>;
  for (Index column = 0; column < p.n;) {
    const Index left = (p.n - column + lanes - 1) / lanes;
    const Index now = left % 4 == 0 || left > 6 ? 4 : std::min<Index>(left, 3);
    if (now == 4) small_columns<4, 4, Transposed>(p, column, end, start, finish);
    if (now == 3) small_columns<4, 3, Transposed>(p, column, end, start, finish);
    if (now == 2) small_columns<4, 2, Transposed>(p, column, end, start, finish);
    if (now == 1) small_columns<8, 1, Transposed>(p, column, end, start, finish);
    column += now * lanes;
  }
}

// Of the columns those before `end` count. Three vectors at a time, twelve sums of sixteen
// registers; two or twice two before, so that seven are 2 + 2 + 3. Callers give a copy of the
// product that nothing else refers to: stores of vectors may change any other number.
template <bool Transposed, class T, class Start, class Finish>
HWY_INLINE void small_matmul(const kernels::SmallProduct<T>& p, Index end, const Start& start,
                             const Finish& finish) {
  constexpr Index lanes = padded_lanes<T>;
  if constexpr (sizeof(T) == 8) {  // only to check the float kernels: small, not fast
    for (Index column = 0; column < p.n; column += lanes)
      small_columns<2, 1, Transposed>(p, column, end, start, finish);
  } else if constexpr (has_masked_rows) {
    small_matmul_wide<Transposed>(p, end, start, finish);
  } else {
    const Index vectors = p.n / lanes;
    if (vectors == 1) return small_columns<4, 1, Transposed>(p, 0, end, start, finish);
    const Index in_twos = (3 - vectors % 3) % 3 * 2 * lanes;
    Index column = 0;
    for (; column < in_twos; column += 2 * lanes)
      small_columns<6, 2, Transposed>(p, column, end, start, finish);
    for (; column < p.n; column += 3 * lanes)
      small_columns<4, 3, Transposed>(p, column, end, start, finish);
  }
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
