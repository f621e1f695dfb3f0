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

#include "renyi/nn/draw_kernels.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// At most a block's worth of lanes, so that rows padded to blocks are whole vectors everywhere.
template <class T>
using BlockLanes = hn::CappedTag<T, static_cast<std::size_t>(kernels::lane_block)>;
template <class T>
using BlockVector = hn::Vec<BlockLanes<T>>;
template <class T>
constexpr Index block_lanes = static_cast<Index>(hn::MaxLanes(BlockLanes<T>()));

// R rows by V vectors of A B in registers, twelve of sixteen at most, from what start(column) gives
// to what finish(column) makes of it: a function of a vector of sums and its row. The order of A in
// memory is a constant, so that its addresses need no registers.
template <int R, int V, bool Transposed, class T, class Start, class Finish>
HWY_INLINE void small_tile(const kernels::SmallProduct<T>& p, Index row, Index column,
                           const Start& start, const Finish& finish) {
  const BlockLanes<T> d;
  constexpr Index lanes = block_lanes<T>;
  const T* a = Transposed ? p.a + row : p.a + row * p.a_stride;
  const T* b = p.b + column;
  BlockVector<T> sums[R][V];
#pragma GCC unroll 4
  for (int v = 0; v < V; ++v) {
    const auto begin = start(column + v * lanes);
#pragma GCC unroll 8
    for (int r = 0; r < R; ++r) sums[r][v] = begin;
  }
  for (Index i = 0; i < p.k; ++i) {
    BlockVector<T> terms[V];
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
  for (int v = 0; v < V; ++v) {
    const auto put = finish(column + v * lanes);
#pragma GCC unroll 8
    for (int r = 0; r < R; ++r) put(sums[r][v], row + r);
  }
}

// The rows that are left when R - 1 or fewer are.
template <int R, int V, bool Transposed, class T, class Start, class Finish>
HWY_INLINE void small_rest(const kernels::SmallProduct<T>& p, Index row, Index column,
                           const Start& start, const Finish& finish) {
  if constexpr (R > 1) {
    if (p.m - row == R - 1) return small_tile<R - 1, V, Transposed>(p, row, column, start, finish);
    small_rest<R - 1, V, Transposed>(p, row, column, start, finish);
  }
}

template <int R, int V, bool Transposed, class T, class Start, class Finish>
HWY_INLINE void small_columns(const kernels::SmallProduct<T>& p, Index column, const Start& start,
                              const Finish& finish) {
  Index row = 0;
  for (; row + R <= p.m; row += R) small_tile<R, V, Transposed>(p, row, column, start, finish);
  small_rest<R, V, Transposed>(p, row, column, start, finish);
}

// Three vectors at a time; two or twice two before, so that seven are 2 + 2 + 3. Callers give a
// copy of the product that nothing else refers to: stores of vectors may change any other number.
template <bool Transposed, class T, class Start, class Finish>
HWY_INLINE void small_matmul(const kernels::SmallProduct<T>& p, const Start& start,
                             const Finish& finish) {
  constexpr Index lanes = block_lanes<T>;
  if constexpr (sizeof(T) == 8) {  // only to check the float kernels: small, not fast
    for (Index column = 0; column < p.n; column += lanes)
      small_columns<2, 1, Transposed>(p, column, start, finish);
  } else {
    const Index vectors = p.n / lanes;
    if (vectors == 1) return small_columns<4, 1, Transposed>(p, 0, start, finish);
    const Index in_twos = (3 - vectors % 3) % 3 * 2 * lanes;
    Index column = 0;
    for (; column < in_twos; column += 2 * lanes)
      small_columns<6, 2, Transposed>(p, column, start, finish);
    for (; column < p.n; column += 3 * lanes)
      small_columns<4, 3, Transposed>(p, column, start, finish);
  }
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
