// Packs one panel of B for wide_panel-inl.hpp and dot_panel-inl.hpp, from B or from its transpose.
// Per-target include: see foreach_target.h.
#if defined(RENYI_CORE_SIMD_WIDE_PACK_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_CORE_SIMD_WIDE_PACK_INL_HPP_
#undef RENYI_CORE_SIMD_WIDE_PACK_INL_HPP_
#else
#define RENYI_CORE_SIMD_WIDE_PACK_INL_HPP_
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "renyi/core/simd/partial-inl.hpp"
#include "renyi/core/simd/wide_panel-inl.hpp"

#if RENYI_HAS_WIDE_PANELS
HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {

// Four numbers of each of sixteen columns, of which the first `count` exist, to four rows.
// Columns lie `step` apart, numbers of a column side by side, rows of the panel `width` apart.
HWY_INLINE void pack_four_rows(const float* columns, Index step, Index count, float* out,
                               Index width) {
  const WideLanes d;
  const hn::FixedTag<float, 4> quarter;
  const hn::FixedTag<float, 8> half;
  const hn::Repartition<double, WideLanes> d64;
  const auto load = [&](Index j) HWY_ATTR {
    return j < count ? hn::LoadU(quarter, columns + j * step) : hn::Zero(quarter);
  };
  WideVector v[4];  // v[i]: columns i, i + 4, i + 8 and i + 12
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i)
    v[i] = hn::Combine(d, hn::Combine(half, load(i + 12), load(i + 8)),
                       hn::Combine(half, load(i + 4), load(i)));
  const auto low01 = hn::BitCast(d64, hn::InterleaveLower(d, v[0], v[1]));
  const auto high01 = hn::BitCast(d64, hn::InterleaveUpper(d, v[0], v[1]));
  const auto low23 = hn::BitCast(d64, hn::InterleaveLower(d, v[2], v[3]));
  const auto high23 = hn::BitCast(d64, hn::InterleaveUpper(d, v[2], v[3]));
  hn::Store(hn::BitCast(d, hn::InterleaveLower(d64, low01, low23)), d, out);
  hn::Store(hn::BitCast(d, hn::InterleaveUpper(d64, low01, low23)), d, out + width);
  hn::Store(hn::BitCast(d, hn::InterleaveLower(d64, high01, high23)), d, out + 2 * width);
  hn::Store(hn::BitCast(d, hn::InterleaveUpper(d64, high01, high23)), d, out + 3 * width);
}

// b: the panel's columns of B, of which one step is 1.
inline void pack_vectors(const kernels::StridedFloats& b, int vectors, float* packed) {
  const WideLanes d;
  const Index width = 16 * vectors;
  for (int v = 0; v < vectors; ++v) {
    const Index columns = std::min<Index>(16, b.cols - 16 * v);
    const float* in = b.data + 16 * v * b.col_step;
    float* out = packed + 16 * v;
    if (b.col_step == 1) {
      const auto mask = first_lanes(d, columns);
      for (Index p = 0; p < b.rows; ++p)
        hn::Store(hn::MaskedLoad(mask, d, in + p * b.row_step), d, out + p * width);
      continue;
    }
    Index p = 0;
    for (; p + 4 <= b.rows; p += 4)
      pack_four_rows(in + p, b.col_step, columns, out + p * width, width);
    for (; p < b.rows; ++p)
      for (Index j = 0; j < 16; ++j)
        out[p * width + j] = j < columns ? in[p + j * b.col_step] : 0.0f;
  }
}

inline void pack_dots(const kernels::StridedFloats& b, int dots, float* packed) {
  const WideLanes d;
  for (Index p = 0; p < b.rows; p += 16)
    for (Index j = 0; j < dots; ++j, packed += 16) {
      const float* in = b.data + p * b.row_step + j * b.col_step;
      const Index count = j < b.cols ? std::min<Index>(16, b.rows - p) : 0;
      if (b.row_step == 1) {
        hn::Store(hn::MaskedLoad(first_lanes(d, count), d, in), d, packed);
        continue;
      }
      for (Index i = 0; i < 16; ++i) packed[i] = i < count ? in[i * b.row_step] : 0.0f;
    }
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // RENYI_HAS_WIDE_PANELS
#endif  // per-target include guard
