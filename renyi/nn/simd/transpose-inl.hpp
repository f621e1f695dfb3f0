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

// As many rows as lanes, in place.
template <class V>
HWY_INLINE void transpose_block(V (&rows)[4]) {
  transpose_four(rows);
}
template <class V>
HWY_INLINE void transpose_block(V (&rows)[8]) {
  const BlockLanes<float> d;
  transpose_four(rows);
  transpose_four(rows + 4);
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    const auto first = rows[i], second = rows[i + 4];
    rows[i] = hn::ConcatLowerLower(d, second, first);
    rows[i + 4] = hn::ConcatUpperUpper(d, second, first);
  }
}

HWY_INLINE void transpose(const kernels::Transpose<float>& given) {
  const kernels::Transpose<float> m = given;
  const BlockLanes<float> d;
  constexpr Index lanes = block_lanes<float>;
  for (Index j = 0; j < m.columns; j += lanes)
    for (Index i = 0; i < m.rows; i += lanes) {
      BlockVector<float> block[lanes];
      // Behind the last row it stands for others.
#pragma GCC unroll 8
      for (Index r = 0; r < lanes; ++r)
        block[r] = hn::LoadU(d, m.from + std::min(i + r, m.rows - 1) * m.width + j);
      HWY_NAMESPACE::transpose_block(block);
#pragma GCC unroll 8
      for (Index r = 0; r < lanes; ++r) hn::StoreU(block[r], d, m.to + (j + r) * m.to_width + i);
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
