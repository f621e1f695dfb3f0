// The end of an array that is no whole vector: loads and stores of its first lanes.
// Per-target include: see Highway's foreach_target.h.
#if defined(RENYI_CORE_SIMD_PARTIAL_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_CORE_SIMD_PARTIAL_INL_HPP_
#undef RENYI_CORE_SIMD_PARTIAL_INL_HPP_
#else
#define RENYI_CORE_SIMD_PARTIAL_INL_HPP_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "renyi/core/matrix.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class D>
HWY_INLINE hn::Mask<D> first_lanes(D d, Index count) {
  return hn::FirstN(d, static_cast<std::size_t>(std::max<Index>(0, count)));
}

// Only wide x86 vectors can be masked without touching what lies behind, and without alignment.
#if HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_AVX3
#define RENYI_MASKS_MEMORY 1
#else
#define RENYI_MASKS_MEMORY 0
#endif

// The first `count` lanes, fewer than all, from memory that ends there, `first` their mask; other
// lanes are zero.
template <class D, class T = hn::TFromD<D>>
HWY_INLINE hn::Vec<D> load_first(D d, const T* from, hn::Mask<D> first, Index count) {
#if RENYI_MASKS_MEMORY
  (void)count;
  return hn::MaskedLoad(first, d, from);
#else
  (void)first;
  HWY_ALIGN T lanes[hn::MaxLanes(d)] = {};
  std::memcpy(lanes, from, static_cast<std::size_t>(count) * sizeof(T));
  return hn::Load(d, lanes);
#endif
}

// The same the other way: nothing behind them is written.
template <class D, class T = hn::TFromD<D>>
HWY_INLINE void store_first(hn::Vec<D> values, D d, T* to, hn::Mask<D> first, Index count) {
#if RENYI_MASKS_MEMORY
  (void)count;
  hn::BlendedStore(values, first, d, to);
#else
  (void)first;
  HWY_ALIGN T lanes[hn::MaxLanes(d)];
  hn::Store(values, d, lanes);
  std::memcpy(to, lanes, static_cast<std::size_t>(count) * sizeof(T));
#endif
}

#undef RENYI_MASKS_MEMORY

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
