// Products of small matrices with the columns in the vector's lanes, and the loops around them.
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

// R rows by V vectors of C in registers.
template <int R, int V, bool Relu, class T>
HWY_INLINE void small_tile(const kernels::SmallProduct<T>& p, Index row, Index column) {
  const BlockLanes<T> d;
  constexpr Index lanes = block_lanes<T>;
  const T* a[R];
#pragma GCC unroll 8
  for (int r = 0; r < R; ++r) a[r] = p.a + (row + r) * p.a_row;
  const T* b = p.b + column;
  BlockVector<T> sums[R][V];
#pragma GCC unroll 8
  for (int r = 0; r < R; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < V; ++v) sums[r][v] = hn::Zero(d);
  for (Index i = 0; i < p.k; ++i) {
    BlockVector<T> terms[V];
#pragma GCC unroll 4
    for (int v = 0; v < V; ++v) terms[v] = hn::LoadU(d, b + v * lanes);
#pragma GCC unroll 8
    for (int r = 0; r < R; ++r) {
      const auto factor = hn::Set(d, a[r][i * p.a_step]);
#pragma GCC unroll 4
      for (int v = 0; v < V; ++v) sums[r][v] = hn::MulAdd(factor, terms[v], sums[r][v]);
    }
    b += p.b_stride;
  }
#pragma GCC unroll 8
  for (int r = 0; r < R; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < V; ++v) {
      const auto sum = Relu ? hn::Max(sums[r][v], hn::Zero(d)) : sums[r][v];
      hn::StoreU(sum, d, p.c + (row + r) * p.c_stride + column + v * lanes);
    }
}

template <int V, bool Relu, class T>
HWY_INLINE void small_columns(const kernels::SmallProduct<T>& p, Index column) {
  Index row = 0;
  for (; row + 4 <= p.m; row += 4) small_tile<4, V, Relu>(p, row, column);
  if (row + 2 <= p.m) {
    small_tile<2, V, Relu>(p, row, column);
    row += 2;
  }
  if (row < p.m) small_tile<1, V, Relu>(p, row, column);
}

// Three vectors at a time, and the rest in ones and twos: seven as 3 + 2 + 2.
template <bool Relu, class T>
HWY_INLINE void small_matmul(const kernels::SmallProduct<T>& p) {
  constexpr Index lanes = block_lanes<T>;
  Index vectors = p.n / lanes;
  Index column = 0;
  while (vectors > 0) {
    if (vectors == 3 || vectors >= 5) {
      small_columns<3, Relu>(p, column);
      column += 3 * lanes;
      vectors -= 3;
    } else if (vectors >= 2) {
      small_columns<2, Relu>(p, column);
      column += 2 * lanes;
      vectors -= 2;
    } else {
      small_columns<1, Relu>(p, column);
      column += lanes;
      vectors -= 1;
    }
  }
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
