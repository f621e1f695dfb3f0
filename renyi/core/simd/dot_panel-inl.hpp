// Multiplies rows of A by a packed panel of few columns, the lanes of a vector running along the
// sums: where a vector of columns would be mostly padding.
// Per-target include: see foreach_target.h.
#if defined(RENYI_CORE_SIMD_DOT_PANEL_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_CORE_SIMD_DOT_PANEL_INL_HPP_
#undef RENYI_CORE_SIMD_DOT_PANEL_INL_HPP_
#else
#define RENYI_CORE_SIMD_DOT_PANEL_INL_HPP_
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "renyi/core/simd/wide_panel-inl.hpp"

#if RENYI_HAS_WIDE_PANELS
HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {

// Of two vectors: sums of pairs within each 128 bits, first's and second's in turns, then the
// other pair's.
HWY_INLINE WideVector sum_pairs(WideVector first, WideVector second) {
  const WideLanes d;
  return hn::Add(hn::InterleaveLower(d, first, second), hn::InterleaveUpper(d, first, second));
}
HWY_INLINE WideVector sum_quads(WideVector first, WideVector second) {
  const WideLanes d;
  const hn::Repartition<double, WideLanes> d64;
  const auto a = hn::BitCast(d64, first), b = hn::BitCast(d64, second);
  return hn::Add(hn::BitCast(d, hn::InterleaveLower(d64, a, b)),
                 hn::BitCast(d, hn::InterleaveUpper(d64, a, b)));
}
// Lane i: the sum of the lanes of v[i].
HWY_INLINE WideVector sums_of_lanes(const WideVector (&v)[16]) {
  const WideLanes d;
  WideVector quads[4];  // the sums of four vectors, over each 128 bits
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i)
    quads[i] = sum_quads(sum_pairs(v[4 * i], v[4 * i + 1]), sum_pairs(v[4 * i + 2], v[4 * i + 3]));
  const auto halves = [d](WideVector low, WideVector high) HWY_ATTR {
    return hn::Add(hn::ConcatLowerLower(d, high, low), hn::ConcatUpperUpper(d, high, low));
  };
  const auto even = halves(quads[0], quads[2]), odd = halves(quads[1], quads[3]);
  return hn::Add(hn::OddEvenBlocks(odd, even),
                 hn::SwapAdjacentBlocks(hn::OddEvenBlocks(even, odd)));
}

// 16 / T rows of A times T columns, which lie as T vectors for every 16 of k.
template <int T>
HWY_NOINLINE void multiply_dot_panel(const kernels::PanelProduct& p, Index row, Index count,
                                     const float* HWY_RESTRICT panel, Index columns, float* c) {
  const WideLanes d;
  constexpr int R = 16 / T;
  const Index whole = p.k / 16 * 16;
  const auto rest = first_lanes(d, p.k - whole);
  for (const Index end = row + count; row < end; row += R) {
    const float* a[R];  // rows behind the end repeat the last one
    WideVector sums[16];
#pragma GCC unroll 16
    for (int r = 0; r < R; ++r) a[r] = p.a + std::min(row + r, end - 1) * p.a_stride;
#pragma GCC unroll 16
    for (int i = 0; i < 16; ++i) sums[i] = hn::Zero(d);
    const float* packed = panel;
    const auto add = [&](auto load) HWY_ATTR {
      WideVector b[T];
#pragma GCC unroll 8
      for (int t = 0; t < T; ++t) b[t] = hn::Load(d, packed + 16 * t);
#pragma GCC unroll 8
      for (int r = 0; r < R; ++r) {
        const auto x = load(a[r]);
#pragma GCC unroll 8
        for (int t = 0; t < T; ++t) sums[r * T + t] = hn::MulAdd(x, b[t], sums[r * T + t]);
      }
      packed += 16 * T;
    };
    for (Index i = 0; i < whole; i += 16)
      add([&](const float* from) HWY_ATTR { return hn::LoadU(d, from + i); });
    if (whole < p.k)
      add([&](const float* from) HWY_ATTR { return hn::MaskedLoad(rest, d, from + whole); });
    HWY_ALIGN float out[16];
    hn::Store(hn::Mul(sums_of_lanes(sums), hn::Set(d, p.factor)), d, out);
    for (Index r = 0; r < std::min<Index>(R, end - row); ++r) {
      float* to = c + (row + r) * p.c_stride;
      for (Index t = 0; t < columns; ++t)
        to[t] = p.keep == 0.0f ? out[r * T + t] : p.keep * to[t] + out[r * T + t];
    }
  }
}

inline void multiply_dots(int padded, const kernels::PanelProduct& p, Index row, Index count,
                          const float* packed, Index columns, float* c) {
  if (padded == 2)
    multiply_dot_panel<2>(p, row, count, packed, columns, c);
  else if (padded == 4)
    multiply_dot_panel<4>(p, row, count, packed, columns, c);
  else
    multiply_dot_panel<8>(p, row, count, packed, columns, c);
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // RENYI_HAS_WIDE_PANELS
#endif  // per-target include guard
