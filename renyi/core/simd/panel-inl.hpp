// Multiplies rows of A by one packed panel: a tile of rows by vectors is kept in registers. Two
// rows share the register of a half vector, so that 20 columns cost 2.5 vectors and not 3.
// Per-target include: see foreach_target.h.
#if defined(RENYI_CORE_SIMD_PANEL_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_CORE_SIMD_PANEL_INL_HPP_
#undef RENYI_CORE_SIMD_PANEL_INL_HPP_
#else
#define RENYI_CORE_SIMD_PANEL_INL_HPP_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstring>

#include "renyi/core/simd/panel_shape.hpp"

#undef RENYI_HAS_PANELS
#if HWY_TARGET == HWY_SCALAR || HWY_MAX_BYTES < 32
#define RENYI_HAS_PANELS 0
#else
#define RENYI_HAS_PANELS 1
#endif

#if RENYI_HAS_PANELS
HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using PanelLanes = hn::FixedTag<float, 8>;
using PanelVector = hn::Vec<PanelLanes>;

struct PanelRows {
  const float* a;
  Index a_stride, count, k, c_stride;
  float factor, keep;
};

// C = factor sum + keep C for the first `columns` of a vector.
HWY_INLINE void store_panel(PanelVector sum, const PanelRows& rows, Index columns, float* c) {
  const PanelLanes d;
  auto value = hn::Mul(sum, hn::Set(d, rows.factor));
  if (columns >= 8) {
    if (rows.keep != 0.0f) value = hn::MulAdd(hn::Set(d, rows.keep), hn::LoadU(d, c), value);
    hn::StoreU(value, d, c);
    return;
  }
  HWY_ALIGN float out[8];
  HWY_ALIGN float before[8] = {};
  const auto bytes = static_cast<std::size_t>(columns) * sizeof(float);
  if (rows.keep != 0.0f) {
    std::memcpy(before, c, bytes);
    value = hn::MulAdd(hn::Set(d, rows.keep), hn::Load(d, before), value);
  }
  hn::Store(value, d, out);
  std::memcpy(c, out, bytes);
}

// R rows of A times the panel. a: the R rows; packed: k x (8 V, then 4 numbers twice if Half);
// c: the R rows, of which `count` are stored.
template <int R, int V, bool Half>
HWY_INLINE void multiply_tile(const PanelRows& rows, const float* const (&a)[R], Index count,
                              const float* HWY_RESTRICT packed, Index columns, float* c) {
  const PanelLanes d;
  constexpr int pairs = Half ? R / 2 : 1;
  PanelVector sums[R][V];
  PanelVector halves[pairs];
#pragma GCC unroll 16
  for (int r = 0; r < R; ++r)
#pragma GCC unroll 4
    for (int v = 0; v < V; ++v) sums[r][v] = hn::Zero(d);
#pragma GCC unroll 16
  for (int r = 0; r < pairs; ++r) halves[r] = hn::Zero(d);
    // The entries of C come into the cache while the sums are made.
#pragma GCC unroll 16
  for (int r = 0; r < R; ++r)
    __builtin_prefetch(c + std::min<Index>(r, count - 1) * rows.c_stride, 1);

  for (Index p = 0; p < rows.k; ++p) {
    PanelVector b[V];
#pragma GCC unroll 4
    for (int v = 0; v < V; ++v) b[v] = hn::Load(d, packed + 8 * v);
    const auto last = Half ? hn::Load(d, packed + 8 * V) : hn::Zero(d);
#pragma GCC unroll 16
    for (int r = 0; r < R; r += 2) {
      const auto even = hn::Set(d, a[r][p]);
      const auto odd = hn::Set(d, a[r + 1][p]);
#pragma GCC unroll 4
      for (int v = 0; v < V; ++v) {
        sums[r][v] = hn::MulAdd(even, b[v], sums[r][v]);
        sums[r + 1][v] = hn::MulAdd(odd, b[v], sums[r + 1][v]);
      }
      if constexpr (Half)
        halves[r / 2] = hn::MulAdd(hn::ConcatUpperLower(d, odd, even), last, halves[r / 2]);
    }
    packed += 8 * V + (Half ? 8 : 0);
  }

  const auto factor = hn::Set(d, rows.factor);
  if (!Half && count == R && columns == 8 * V && rows.keep == 0.0f) {  // the usual tile
#pragma GCC unroll 16
    for (int r = 0; r < R; ++r)
#pragma GCC unroll 4
      for (int v = 0; v < V; ++v)
        hn::StoreU(hn::Mul(sums[r][v], factor), d, c + r * rows.c_stride + 8 * v);
    return;
  }
#pragma GCC unroll 16
  for (int r = 0; r < R; ++r) {
    if (r >= count) break;
    float* out = c + r * rows.c_stride;
#pragma GCC unroll 4
    for (int v = 0; v < V; ++v)
      store_panel(sums[r][v], rows, std::min<Index>(8, columns - 8 * v), out + 8 * v);
    if constexpr (Half) {
      const auto both = halves[r / 2];
      store_panel(r % 2 == 0 ? both : hn::ConcatLowerUpper(d, both, both), rows, columns - 8 * V,
                  out + 8 * V);
    }
  }
}

template <int R, int V, bool Half>
HWY_NOINLINE void multiply_tiles(const PanelRows& rows, const float* packed, Index columns,
                                 float* c) {
  const float* a[R];
  for (Index row = 0; row < rows.count; row += R) {
    // Rows behind the end repeat the last one.
#pragma GCC unroll 16
    for (int r = 0; r < R; ++r) a[r] = rows.a + std::min(row + r, rows.count - 1) * rows.a_stride;
    multiply_tile<R, V, Half>(rows, a, std::min<Index>(R, rows.count - row), packed, columns,
                              c + row * rows.c_stride);
  }
}

// Ten to twelve sums of their own in every tile: enough to hide the latency of the multiplication.
inline void multiply_panel(const kernels::PanelShape& panel, const PanelRows& rows,
                           const float* packed, float* c) {
  if (panel.vectors == 3) {
    multiply_tiles<4, 3, false>(rows, packed, panel.columns, c);
  } else if (panel.vectors == 2) {
    panel.half ? multiply_tiles<4, 2, true>(rows, packed, panel.columns, c)
               : multiply_tiles<6, 2, false>(rows, packed, panel.columns, c);
  } else {
    panel.half ? multiply_tiles<8, 1, true>(rows, packed, panel.columns, c)
               : multiply_tiles<12, 1, false>(rows, packed, panel.columns, c);
  }
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // RENYI_HAS_PANELS
#endif  // per-target include guard
