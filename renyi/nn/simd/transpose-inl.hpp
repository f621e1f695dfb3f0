// Transposes of matrices whose rows are padded to whole vectors.
// Per-target include: see foreach_target.h.
#if defined(RENYI_NN_SIMD_TRANSPOSE_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_NN_SIMD_TRANSPOSE_INL_HPP_
#undef RENYI_NN_SIMD_TRANSPOSE_INL_HPP_
#else
#define RENYI_NN_SIMD_TRANSPOSE_INL_HPP_
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "renyi/nn/draw_kernels.hpp"
#include "renyi/nn/simd/padded_row-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {

// Four rows to four columns, within each 128 bits of the vectors.
template <class V>
HWY_INLINE void transpose_four(V* rows) {
  const BlockLanes<float> d;
  const hn::Repartition<double, BlockLanes<float>> d64;
  const auto low = [&](V a, V b) HWY_ATTR {
    return hn::BitCast(d, hn::InterleaveLower(d64, hn::BitCast(d64, a), hn::BitCast(d64, b)));
  };
  const auto high = [&](V a, V b) HWY_ATTR {
    return hn::BitCast(d, hn::InterleaveUpper(d64, hn::BitCast(d64, a), hn::BitCast(d64, b)));
  };
  const auto low01 = hn::InterleaveLower(d, rows[0], rows[1]);
  const auto high01 = hn::InterleaveUpper(d, rows[0], rows[1]);
  const auto low23 = hn::InterleaveLower(d, rows[2], rows[3]);
  const auto high23 = hn::InterleaveUpper(d, rows[2], rows[3]);
  rows[0] = low(low01, low23);
  rows[1] = high(low01, low23);
  rows[2] = low(high01, high23);
  rows[3] = high(high01, high23);
}

// Four numbers each of one row, or of two rows in either half of a vector.
HWY_INLINE BlockVector<float> load_fours(const float* first, const float* second) {
  const BlockLanes<float> d;
  if constexpr (block_lanes<float> == 4) {
    return hn::LoadU(d, first);
  } else {
    const hn::Half<BlockLanes<float>> half;
    return hn::Combine(d, hn::LoadU(half, second), hn::LoadU(half, first));
  }
}

// Blocks of as many rows as lanes and four columns: two halves of a block of eight rows turn side
// by side, and need not cross from one half of a vector to the other.
HWY_INLINE void transpose(const kernels::Transpose<float>& given) {
  const kernels::Transpose<float> m = given;
  const BlockLanes<float> d;
  for (Index j = 0; j < m.columns; j += 4)
    for (Index i = 0; i < m.rows; i += block_lanes<float>) {
      // Behind the last row it stands for others.
      const auto row = [&](Index r)
                           HWY_ATTR { return m.from + std::min(r, m.rows - 1) * m.width + j; };
      BlockVector<float> block[4];
#pragma GCC unroll 4
      for (Index r = 0; r < 4; ++r) block[r] = load_fours(row(i + r), row(i + r + 4));
      HWY_NAMESPACE::transpose_four(block);
#pragma GCC unroll 4
      for (Index c = 0; c < 4; ++c) hn::StoreU(block[c], d, m.to + (j + c) * m.to_width + i);
    }
}

// In double only to check the float kernels.
HWY_INLINE void transpose(const kernels::Transpose<double>& m) {
  for (Index j = 0; j < m.columns; ++j)
    for (Index i = 0; i < m.rows; ++i) m.to[j * m.to_width + i] = m.from[i * m.width + j];
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
