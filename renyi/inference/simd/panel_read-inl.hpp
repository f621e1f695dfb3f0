// Rows of a design side by side, as sep_panel-inl.hpp's products want them.
// Per-target include: see Highway's foreach_target.h.
#if defined(RENYI_INFERENCE_SIMD_PANEL_READ_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_INFERENCE_SIMD_PANEL_READ_INL_HPP_
#undef RENYI_INFERENCE_SIMD_PANEL_READ_INL_HPP_
#else
#define RENYI_INFERENCE_SIMD_PANEL_READ_INL_HPP_
#endif

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

// Begins the way of rows from memory to the second cache, some in each of so many turns.
class RowFetch {
 public:
  HWY_INLINE RowFetch(const kernels::ComingRows& coming, Index turns)
      : coming_(coming), each_((std::ssize(coming.rows) + turns - 1) / turns) {}
  HWY_INLINE void turn() {
    const Index end = std::min(done_ + each_, static_cast<Index>(std::ssize(coming_.rows)));
    for (; done_ < end; ++done_) {
      const Index row = coming_.rows.data()[done_];
      const auto& from = coming_.from;
      __builtin_prefetch(from.targets + row, 0, 2);
      for (Index c = 0; c < from.size; c += 8)
        __builtin_prefetch(from.design + row * from.size + c, 0, 2);
    }
  }

 private:
  const kernels::ComingRows& coming_;
  Index each_, done_ = 0;
};

HWY_INLINE void read_rows(const kernels::SignedRows& from, const Index* rows, Index count,
                          Index stride, double* out, const kernels::ComingRows& coming) {
  const SquareLanes d;
  constexpr auto lanes = static_cast<Index>(hn::MaxLanes(d));
  RowFetch fetch(coming, stride / lanes);
  for (Index r = 0; r < stride; r += lanes) {
    fetch.turn();
    const double* x[lanes];
    double sign[lanes];
    for (Index i = 0; i < lanes; ++i) {
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
