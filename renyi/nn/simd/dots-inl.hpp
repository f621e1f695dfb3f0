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

// Of one line with four, over so many numbers, whole vectors.
template <class T>
HWY_INLINE void four_dots(const T* line, const T* lines, Index stride, Index numbers, T* to) {
  const BlockLanes<T> d;
  const T *second = lines + stride, *third = second + stride, *fourth = third + stride;
  const auto first_of = [&](const T* other)
                            HWY_ATTR { return hn::Mul(hn::LoadU(d, line), hn::LoadU(d, other)); };
  BlockVector<T> sums[4] = {first_of(lines), first_of(second), first_of(third), first_of(fourth)};
  for (Index r = block_lanes<T>; r < numbers; r += block_lanes<T>) {
    const auto factor = hn::LoadU(d, line + r);
    sums[0] = hn::MulAdd(factor, hn::LoadU(d, lines + r), sums[0]);
    sums[1] = hn::MulAdd(factor, hn::LoadU(d, second + r), sums[1]);
    sums[2] = hn::MulAdd(factor, hn::LoadU(d, third + r), sums[2]);
    sums[3] = hn::MulAdd(factor, hn::LoadU(d, fourth + r), sums[3]);
  }
  HWY_NAMESPACE::store_lane_sums(sums, to);
}

// out[i * step] = sum_r line[r] lines[i * stride + r], over so many numbers, whole vectors.
template <class T>
HWY_INLINE void dots(const T* line, const T* lines, Index stride, Index count, Index numbers,
                     T* out, Index step) {
  HWY_ALIGN T four[4];
  if (count < 4) {
    for (Index i = 0; i < count; ++i) {
      HWY_NAMESPACE::four_dots(line, lines + i * stride, 0, numbers, four);
      out[i * step] = four[0];
    }
    return;
  }
  for (Index i = 0; i < count; i += 4) {
    // The last four may begin with some that the four before them had.
    const Index first = std::min(i, count - 4);
    T* const to = step == 1 ? out + first : four;
    HWY_NAMESPACE::four_dots(line, lines + first * stride, stride, numbers, to);
    if (step == 1) continue;
    for (Index j = 0; j < 4; ++j) out[(first + j) * step] = four[j];
  }
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
