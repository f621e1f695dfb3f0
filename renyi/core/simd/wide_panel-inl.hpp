// Multiplies rows of A by one packed panel of B on vectors of sixteen lanes: a tile of rows by
// vectors is kept in registers.
// Per-target include: see foreach_target.h.
#if defined(RENYI_CORE_SIMD_WIDE_PANEL_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_CORE_SIMD_WIDE_PANEL_INL_HPP_
#undef RENYI_CORE_SIMD_WIDE_PANEL_INL_HPP_
#else
#define RENYI_CORE_SIMD_WIDE_PANEL_INL_HPP_
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "renyi/core/panel_matmul.hpp"
#include "renyi/core/simd/panel_shape.hpp"
#include "renyi/core/simd/partial-inl.hpp"

#undef RENYI_HAS_WIDE_PANELS
#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86
#define RENYI_HAS_WIDE_PANELS 1
#else
#define RENYI_HAS_WIDE_PANELS 0
#endif

#if RENYI_HAS_WIDE_PANELS
HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using WideLanes = hn::FixedTag<float, 16>;
using WideVector = hn::Vec<WideLanes>;

// How many rows of C come into the cache in advance.
constexpr Index rows_ahead = 24;

// C = factor sums + keep C for the first `columns` of R rows.
template <int R, int V>
HWY_INLINE void store_wide_tile(const WideVector (&sums)[R][V], const kernels::PanelProduct& p,
                                Index columns, float* HWY_RESTRICT c) {
  const WideLanes d;
  const Index stride = p.c_stride;
  const auto last = first_lanes(d, columns - 16 * (V - 1));
  const auto store = [&](int v, WideVector value, float* to) HWY_ATTR {
    v + 1 < V ? hn::StoreU(value, d, to) : hn::BlendedStore(value, last, d, to);
  };
  if (HWY_LIKELY(p.factor == 1.0f && p.keep == 0.0f)) {
#pragma GCC unroll 12
    for (int r = 0; r < R; ++r)
#pragma GCC unroll 4
      for (int v = 0; v < V; ++v) store(v, sums[r][v], c + r * stride + 16 * v);
    return;
  }
  const auto factor = hn::Set(d, p.factor), keep = hn::Set(d, p.keep);
#pragma GCC unroll 12
  for (int r = 0; r < R; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < V; ++v) {
      float* to = c + r * stride + 16 * v;
      auto value = hn::Mul(sums[r][v], factor);
      if (p.keep != 0.0f)
        value = hn::MulAdd(keep, v + 1 < V ? hn::LoadU(d, to) : hn::MaskedLoad(last, d, to), value);
      store(v, value, to);
    }
}

// R rows of A, from `row` on, times k x 16 V packed numbers.
template <int R, int V>
HWY_INLINE void multiply_wide_tile(const kernels::PanelProduct& p, Index row,
                                   const float* HWY_RESTRICT packed, Index columns, float* c) {
  const WideLanes d;
  // One pointer for three rows, which the addressing modes reach by the stride: twelve pointers
  // would not fit the registers.
  constexpr int groups = (R + 2) / 3;
  WideVector sums[R][V];
  const float* a[groups];
#pragma GCC unroll 12
  for (int g = 0; g < groups; ++g) a[g] = p.a + (row + 3 * g) * p.a_stride;
  // What the coming tiles need comes into the cache meanwhile: their rows of A, and of C.
  const float* next = a[0] + (row + 2 * R <= p.rows ? R * p.a_stride : 0);
  float* later = c + std::min(row + rows_ahead, p.rows - R) * p.c_stride;
#pragma GCC unroll 12
  for (int r = 0; r < R; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < V; ++v) {
      sums[r][v] = hn::Zero(d);
      __builtin_prefetch(later + r * p.c_stride + 16 * v, 1);
    }
  const Index stride = p.a_stride;
  for (Index i = p.k; i > 0; --i) {
    __builtin_prefetch(next);
    next += 16;
    WideVector b[V];
#pragma GCC unroll 4
    for (int v = 0; v < V; ++v) b[v] = hn::Load(d, packed + 16 * v);
#pragma GCC unroll 12
    for (int r = 0; r < R; ++r) {
      const auto x = hn::Set(d, a[r / 3][r % 3 * stride]);
#pragma GCC unroll 4
      for (int v = 0; v < V; ++v) sums[r][v] = hn::MulAdd(x, b[v], sums[r][v]);
    }
#pragma GCC unroll 12
    for (int g = 0; g < groups; ++g) ++a[g];
    packed += 16 * V;
  }
  store_wide_tile<R, V>(sums, p, columns, c + row * p.c_stride);
}

// `tiles` tiles of R rows each.
template <int R, int V>
HWY_NOINLINE void multiply_wide_tiles(const kernels::PanelProduct& p, Index row, Index tiles,
                                      const float* packed, Index columns, float* c) {
  for (Index tile = 0; tile < tiles; ++tile)
    multiply_wide_tile<R, V>(p, row + tile * R, packed, columns, c);
}

// Tiles of R rows for any R from Low to High.
template <int Low, int High, int V>
HWY_INLINE void multiply_wide_tiles(Index rows_a_tile, const kernels::PanelProduct& p, Index row,
                                    Index tiles, const float* packed, Index columns, float* c) {
  if constexpr (Low < High) {
    if (rows_a_tile != Low)
      return multiply_wide_tiles<Low + 1, High, V>(rows_a_tile, p, row, tiles, packed, columns, c);
  }
  multiply_wide_tiles<Low, V>(p, row, tiles, packed, columns, c);
}

// The rows in equal tiles of at most Most, which differ by one row.
template <int Most, int V>
HWY_INLINE void multiply_wide_rows(const kernels::PanelProduct& p, Index row, Index count,
                                   const float* packed, Index columns, float* c) {
  const Index tiles = (count + Most - 1) / Most;
  const Index rows = count / tiles, longer = count % tiles;
  if (rows < Most / 2) return multiply_wide_tiles<1, V>(p, row, count, packed, columns, c);
  if (longer > 0)
    multiply_wide_tiles<Most / 2, Most, V>(rows + 1, p, row, longer, packed, columns, c);
  multiply_wide_tiles<Most / 2, Most, V>(rows, p, row + longer * (rows + 1), tiles - longer, packed,
                                         columns, c);
}

inline void multiply_wide_panel(int vectors, const kernels::PanelProduct& p, Index row, Index count,
                                const float* packed, Index columns, float* c) {
  if (vectors == 3)
    multiply_wide_rows<8, 3>(p, row, count, packed, columns, c);
  else if (vectors == 2)
    multiply_wide_rows<12, 2>(p, row, count, packed, columns, c);
  else
    multiply_wide_rows<12, 1>(p, row, count, packed, columns, c);
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // RENYI_HAS_WIDE_PANELS
#endif  // per-target include guard
