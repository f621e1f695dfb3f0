// The vectors of the network's kernels: of lane_block numbers at most, so that what is padded to
// blocks is whole vectors. Per-target include: see foreach_target.h.
#if defined(RENYI_NN_SIMD_LANES_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_NN_SIMD_LANES_INL_HPP_
#undef RENYI_NN_SIMD_LANES_INL_HPP_
#else
#define RENYI_NN_SIMD_LANES_INL_HPP_
#endif

#include <hwy/highway.h>

#include "renyi/nn/draw_kernels.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class T>
using BlockLanes = hn::CappedTag<T, static_cast<std::size_t>(kernels::lane_block)>;
template <class T>
using BlockVector = hn::Vec<BlockLanes<T>>;
template <class T>
constexpr Index block_lanes = static_cast<Index>(hn::MaxLanes(BlockLanes<T>()));

// So many vectors that many numbers are, the last one perhaps not whole.
template <class T>
constexpr Index vectors_of(Index numbers) {
  return (numbers + block_lanes<T> - 1) / block_lanes<T>;
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
