// Rows of a design side by side, as sep_panel-inl.hpp's products want them.
// Per-target include: see Highway's foreach_target.h.
#if defined(RENYI_INFERENCE_SIMD_PANEL_READ_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_INFERENCE_SIMD_PANEL_READ_INL_HPP_
#undef RENYI_INFERENCE_SIMD_PANEL_READ_INL_HPP_
#else
#define RENYI_INFERENCE_SIMD_PANEL_READ_INL_HPP_
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>

#include "renyi/inference/sep_kernels.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using SquareLanes = hn::CappedTag<double, 4>;

// Lane i of vector k becomes lane k of vector i.
HWY_INLINE void transpose(hn::Vec<SquareLanes> (&v)[hn::MaxLanes(SquareLanes())]) {
  const SquareLanes d;
  if constexpr (hn::MaxLanes(SquareLanes()) == 4) {
    const auto even0 = hn::InterleaveLower(d, v[0], v[1]),
               odd0 = hn::InterleaveUpper(d, v[0], v[1]);
    const auto even2 = hn::InterleaveLower(d, v[2], v[3]),
               odd2 = hn::InterleaveUpper(d, v[2], v[3]);
    v[0] = hn::ConcatLowerLower(d, even2, even0);
    v[1] = hn::ConcatLowerLower(d, odd2, odd0);
    v[2] = hn::ConcatUpperUpper(d, even2, even0);
    v[3] = hn::ConcatUpperUpper(d, odd2, odd0);
  } else {
    const auto first = hn::InterleaveLower(d, v[0], v[1]);
    v[1] = hn::InterleaveUpper(d, v[0], v[1]);
    v[0] = first;
  }
}

HWY_INLINE void read_rows(const kernels::SignedRows& from, const Index* rows, Index count,
                          Index stride, double* out) {
  const SquareLanes d;
  constexpr auto lanes = static_cast<Index>(hn::MaxLanes(d));
  constexpr Index ahead = 32;  // rows whose way from memory is begun before they are needed
  const auto begin = [&](Index r) HWY_ATTR {
    const Index row = rows[std::min(r, count - 1)];
    hwy::Prefetch(from.targets + row);
    for (Index c = 0; c < from.size; c += 8) hwy::Prefetch(from.design + row * from.size + c);
  };
  for (Index r = 0; r < ahead; ++r) begin(r);
  for (Index r = 0; r < stride; r += lanes) {
    const double* x[lanes];
    double sign[lanes];
    for (Index i = 0; i < lanes; ++i) {
      begin(r + i + ahead);
      const Index row = rows[std::min(r + i, count - 1)];
      x[i] = from.design + row * from.size;
      sign[i] = r + i >= count ? 0.0 : from.targets[row] > 0.5 ? 1.0 : -1.0;
    }
    double* const to = out + r;
    Index c = 0;
    for (; c + lanes <= from.size; c += lanes) {
      hn::Vec<SquareLanes> v[lanes];
      for (Index i = 0; i < lanes; ++i) v[i] = hn::Mul(hn::Set(d, sign[i]), hn::LoadU(d, x[i] + c));
      transpose(v);
      for (Index i = 0; i < lanes; ++i) hn::StoreU(v[i], d, to + (c + i) * stride);
    }
    for (; c < from.size; ++c)
      for (Index i = 0; i < lanes; ++i) to[c * stride + i] = sign[i] * x[i][c];
  }
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
