// Sums over the lanes of several vectors of doubles at once.
// Per-target include: see Highway's foreach_target.h.
#if defined(RENYI_INFERENCE_SIMD_SUMS_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_INFERENCE_SIMD_SUMS_INL_HPP_
#undef RENYI_INFERENCE_SIMD_SUMS_INL_HPP_
#else
#define RENYI_INFERENCE_SIMD_SUMS_INL_HPP_
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Even lanes: pairs of a's; odd ones: of b's.
template <class D, class V>
HWY_INLINE V pair_sums(D d, V a, V b) {
  return hn::Add(hn::InterleaveLower(d, a, b), hn::InterleaveUpper(d, a, b));
}
// The lower half: sums over halves of a; the upper: of b.
template <class D, class V>
HWY_INLINE V half_sums(D d, V a, V b) {
  return hn::Add(hn::ConcatLowerLower(d, b, a), hn::ConcatUpperUpper(d, b, a));
}

// A vector with the same sum, or maximum, of at most four lanes.
template <class V>
HWY_INLINE auto tail_sum(V v) {
  const hn::DFromV<V> d;
  if constexpr (hn::MaxLanes(d) <= 4) {
    return v;
  } else {
    const hn::Half<hn::DFromV<V>> half;
    return hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v));
  }
}
template <class V>
HWY_INLINE auto tail_max(V v) {
  const hn::DFromV<V> d;
  if constexpr (hn::MaxLanes(d) <= 4) {
    return v;
  } else {
    const hn::Half<hn::DFromV<V>> half;
    return hn::Max(hn::LowerHalf(half, v), hn::UpperHalf(half, v));
  }
}

// The sums of a and of b, of at most four lanes.
template <class D, class V>
HWY_INLINE hn::Vec<hn::CappedTag<double, 2>> two_sums(D d, V a, V b) {
  const V pairs = pair_sums(d, a, b);
  if constexpr (hn::MaxLanes(D()) == 4) {
    const hn::Half<D> half;
    return hn::Add(hn::LowerHalf(half, pairs), hn::UpperHalf(half, pairs));
  } else {
    return pairs;
  }
}

// out[i] is the sum of v[i]; out is aligned. Each step adds halves of two vectors in the place of
// one, so that the eight cost seven additions instead of eight times three.
template <class D, class V>
HWY_INLINE void eight_sums(D d, const V (&v)[8], double* out) {
  const V s01 = pair_sums(d, v[0], v[1]), s23 = pair_sums(d, v[2], v[3]),
          s45 = pair_sums(d, v[4], v[5]), s67 = pair_sums(d, v[6], v[7]);
  if constexpr (hn::MaxLanes(D()) == 8) {
    const V a = half_sums(d, s01, s45), b = half_sums(d, s23, s67);  // 01 01 45 45, 23 23 67 67
    hn::Store(hn::Add(hn::OddEvenBlocks(b, a), hn::SwapAdjacentBlocks(hn::OddEvenBlocks(a, b))), d,
              out);
  } else if constexpr (hn::MaxLanes(D()) == 4) {
    hn::Store(half_sums(d, s01, s23), d, out);
    hn::Store(half_sums(d, s45, s67), d, out + 4);
  } else {
    hn::Store(s01, d, out);
    hn::Store(s23, d, out + 2);
    hn::Store(s45, d, out + 4);
    hn::Store(s67, d, out + 6);
  }
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
