// Inner products of one line with many, four at a time. Per-target include: see foreach_target.h.
#if defined(RENYI_NN_SIMD_DOTS_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_NN_SIMD_DOTS_INL_HPP_
#undef RENYI_NN_SIMD_DOTS_INL_HPP_
#else
#define RENYI_NN_SIMD_DOTS_INL_HPP_
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "renyi/nn/simd/lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The sum of a vector's parts of 128 bits.
template <class D>
HWY_INLINE auto sum_of_parts(D d, hn::Vec<D> v) {
  if constexpr (hn::MaxLanes(d) * sizeof(hn::TFromD<D>) == 16) {
    return v;
  } else {
    const hn::Half<D> half;
    return HWY_NAMESPACE::sum_of_parts(half,
                                       hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
  }
}

// to[i] = the sum of the lanes of sums[i].
HWY_INLINE void store_lane_sums(const BlockVector<float> (&sums)[4], float* to) {
  const BlockLanes<float> d;
  const hn::Repartition<double, BlockLanes<float>> d64;
  const auto pairs = [&](BlockVector<float> a, BlockVector<float> b) HWY_ATTR {
    return hn::Add(hn::InterleaveLower(d, a, b), hn::InterleaveUpper(d, a, b));
  };
  const auto ab = hn::BitCast(d64, pairs(sums[0], sums[1]));
  const auto cd = hn::BitCast(d64, pairs(sums[2], sums[3]));
  const auto all = hn::Add(hn::BitCast(d, hn::InterleaveLower(d64, ab, cd)),
                           hn::BitCast(d, hn::InterleaveUpper(d64, ab, cd)));
  hn::StoreU(HWY_NAMESPACE::sum_of_parts(d, all), hn::CappedTag<float, 4>(), to);
}
HWY_INLINE void store_lane_sums(const BlockVector<double> (&sums)[4], double* to) {
  const BlockLanes<double> d;
  for (int i = 0; i < 4; ++i) to[i] = hn::GetLane(hn::SumOfLanes(d, sums[i]));
}

// out[i * step] = sum_r line[r] lines[i * stride + r], over whole vectors.
template <class T>
HWY_INLINE void dots(const T* line, const T* lines, Index stride, Index count, Index vectors,
                     T* out, Index step) {
  const BlockLanes<T> d;
  HWY_ALIGN T four[4];
  for (Index i = 0; i < count; i += 4) {
    const Index now = std::min<Index>(4, count - i);
    const T* others[4];
    BlockVector<T> sums[4];
#pragma GCC unroll 4
    for (Index j = 0; j < 4; ++j) {
      others[j] = lines + (i + std::min(j, now - 1)) * stride;
      sums[j] = hn::Mul(hn::LoadU(d, line), hn::LoadU(d, others[j]));
    }
    for (Index r = block_lanes<T>; r < vectors * block_lanes<T>; r += block_lanes<T>) {
      const auto factor = hn::LoadU(d, line + r);
#pragma GCC unroll 4
      for (int j = 0; j < 4; ++j)
        sums[j] = hn::MulAdd(factor, hn::LoadU(d, others[j] + r), sums[j]);
    }
    const bool is_direct = now == 4 && step == 1;
    HWY_NAMESPACE::store_lane_sums(sums, is_direct ? out + i : four);
    if (is_direct) continue;
    for (Index j = 0; j < now; ++j) out[(i + j) * step] = four[j];
  }
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
