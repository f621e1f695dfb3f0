// Rows padded to `lane_block` numbers as vectors: of a block at most, or of two where that many
// lanes can be masked without cost, and the last vector may be half empty.
// Per-target include: see foreach_target.h.
#if defined(RENYI_NN_SIMD_PADDED_ROW_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_NN_SIMD_PADDED_ROW_INL_HPP_
#undef RENYI_NN_SIMD_PADDED_ROW_INL_HPP_
#else
#define RENYI_NN_SIMD_PADDED_ROW_INL_HPP_
#endif

#include <hwy/highway.h>

#include <type_traits>

#include "renyi/core/simd/partial-inl.hpp"
#include "renyi/nn/draw_kernels.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// At most a block's worth of lanes, so that padded rows are whole vectors.
template <class T>
using BlockLanes = hn::CappedTag<T, static_cast<std::size_t>(kernels::lane_block)>;
template <class T>
using BlockVector = hn::Vec<BlockLanes<T>>;
template <class T>
constexpr Index block_lanes = static_cast<Index>(hn::MaxLanes(BlockLanes<T>()));

inline constexpr bool has_masked_rows = HWY_TARGET == HWY_AVX3;

template <class T>
using PaddedLanes =
    hn::CappedTag<T, static_cast<std::size_t>(kernels::lane_block) * (has_masked_rows ? 2 : 1)>;
template <class T>
using PaddedVector = hn::Vec<PaddedLanes<T>>;
template <class T>
constexpr Index padded_lanes = static_cast<Index>(hn::MaxLanes(PaddedLanes<T>()));

// The lanes of a vector that are within a row of which `left` numbers follow; the other lanes are
// loaded as zeros, and not stored.
template <class T>
class RowPart {
 public:
  HWY_INLINE explicit RowPart(Index left) : mask_(first_lanes(PaddedLanes<T>(), left)) {}
  HWY_INLINE PaddedVector<T> load(const T* from) const {
    const PaddedLanes<T> d;
    if constexpr (has_masked_rows)
      return hn::MaskedLoad(mask_, d, from);
    else
      return hn::LoadU(d, from);
  }
  HWY_INLINE void store(PaddedVector<T> value, T* to) const {
    const PaddedLanes<T> d;
    if constexpr (has_masked_rows)
      hn::BlendedStore(value, mask_, d, to);
    else
      hn::StoreU(value, d, to);
  }
  // Zeros in the other lanes where store() writes them.
  HWY_INLINE PaddedVector<T> only(PaddedVector<T> value) const {
    return has_masked_rows ? value : hn::And(value, hn::VecFromMask(PaddedLanes<T>(), mask_));
  }

 private:
  hn::Mask<PaddedLanes<T>> mask_;
};

// A part that is a whole vector.
template <class T>
struct WholePart {
  HWY_INLINE explicit WholePart(Index /*left*/) {}
  HWY_INLINE PaddedVector<T> load(const T* from) const { return hn::LoadU(PaddedLanes<T>(), from); }
  HWY_INLINE void store(PaddedVector<T> value, T* to) const {
    hn::StoreU(value, PaddedLanes<T>(), to);
  }
  HWY_INLINE PaddedVector<T> only(PaddedVector<T> value) const { return value; }
};

// All but the last vector of a row, of which all but a block at most counts.
template <class T>
using InnerPart = std::conditional_t<has_masked_rows, WholePart<T>, RowPart<T>>;

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
