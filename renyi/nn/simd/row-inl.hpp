// Rows of any length as vectors of at most 64 bytes: whole ones, and a last one padded with zeros.
// Per-target include: see foreach_target.h.
#if defined(RENYI_NN_SIMD_ROW_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_NN_SIMD_ROW_INL_HPP_
#undef RENYI_NN_SIMD_ROW_INL_HPP_
#else
#define RENYI_NN_SIMD_ROW_INL_HPP_
#endif

#include <hwy/highway.h>

#include "renyi/core/matrix.hpp"
#include "renyi/core/simd/partial-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class T>
using RowLanes = hn::CappedTag<T, 64 / sizeof(T)>;
template <class T>
using RowVector = hn::Vec<RowLanes<T>>;
template <class T>
inline constexpr Index row_lanes = static_cast<Index>(hn::MaxLanes(RowLanes<T>()));

// Where in a row a vector stands, and how many of its lanes count.
struct WholeVector {
  Index at;
  template <class T>
  HWY_INLINE RowVector<T> load(const T* row) const {
    return hn::LoadU(RowLanes<T>(), row + at);
  }
  template <class T>
  HWY_INLINE void store(RowVector<T> value, T* row) const {
    hn::StoreU(value, RowLanes<T>(), row + at);
  }
};
struct LastVector {
  Index at, count;
  template <class T>
  HWY_INLINE hn::Mask<RowLanes<T>> lanes() const {
    return first_lanes(RowLanes<T>(), count);
  }
  template <class T>
  HWY_INLINE RowVector<T> load(const T* row) const {
    return load_first(RowLanes<T>(), row + at, lanes<T>(), count);
  }
  template <class T>
  HWY_INLINE void store(RowVector<T> value, T* row) const {
    store_first(value, RowLanes<T>(), row + at, lanes<T>(), count);
  }
};

// f(place) for each vector of a row of that many numbers.
template <class T, class F>
HWY_INLINE void for_each_vector(Index columns, F f) {
  Index at = 0;
  for (; at + row_lanes<T> <= columns; at += row_lanes<T>) f(WholeVector{at});
  if (at < columns) f(LastVector{at, columns - at});
}

// In double, lane after lane.
template <class T>
HWY_INLINE double sum_lanes(RowVector<T> value) {
  HWY_ALIGN T lanes[row_lanes<T>];
  hn::Store(value, RowLanes<T>(), lanes);
  double sum = 0.0;
  for (const T lane : lanes) sum += static_cast<double>(lane);
  return sum;
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
