// Lines to rows: transposes of matrices that are padded to whole vectors.
// Per-target include: see foreach_target.h.
#if defined(RENYI_NN_SIMD_TRANSPOSE_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_NN_SIMD_TRANSPOSE_INL_HPP_
#undef RENYI_NN_SIMD_TRANSPOSE_INL_HPP_
#else
#define RENYI_NN_SIMD_TRANSPOSE_INL_HPP_
#endif

#include <hwy/highway.h>

#include "renyi/nn/simd/lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

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

// Four numbers each of lines that are `step` apart, one after another.
template <class D>
HWY_INLINE hn::Vec<D> load_fours(D d, const float* from, Index step) {
  if constexpr (hn::MaxLanes(d) == 4) {
    return hn::LoadU(d, from);
  } else {
    const hn::Half<D> half;
    constexpr auto fours = static_cast<Index>(hn::MaxLanes(half) / 4);
    return hn::Combine(d, HWY_NAMESPACE::load_fours(half, from + fours * step, step),
                       HWY_NAMESPACE::load_fours(half, from, step));
  }
}

// to (rows x width) = from (lines x stride), transposed, in whole vectors of lines and fours of
// rows: a vector's fours turn side by side, and need not cross from 128 bits to others.
HWY_INLINE void transpose(const float* from, Index stride, Index lines, Index rows, float* to,
                          Index width) {
  const BlockLanes<float> d;
  for (Index line = 0; line < lines; line += block_lanes<float>)
    for (Index row = 0; row < rows; row += 4) {
      BlockVector<float> block[4];
#pragma GCC unroll 4
      for (Index i = 0; i < 4; ++i)
        block[i] = HWY_NAMESPACE::load_fours(d, from + (line + i) * stride + row, 4 * stride);
      HWY_NAMESPACE::transpose_four(block);
#pragma GCC unroll 4
      for (Index i = 0; i < 4; ++i) hn::StoreU(block[i], d, to + (row + i) * width + line);
    }
}

// In double only to check the float kernels.
HWY_INLINE void transpose(const double* from, Index stride, Index lines, Index rows, double* to,
                          Index width) {
  for (Index line = 0; line < lines; ++line)
    for (Index row = 0; row < rows; ++row) to[row * width + line] = from[line * stride + row];
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
