// Rows that stochastic EP's steps come to soon, and what is expected of their predictors. Moments
// are mean_field_moments-inl.hpp's, the steps mean_field_rows-inl.hpp's.
// Per-target include: see Highway's foreach_target.h.
#if defined(RENYI_INFERENCE_SIMD_MEAN_FIELD_AHEAD_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_INFERENCE_SIMD_MEAN_FIELD_AHEAD_INL_HPP_
#undef RENYI_INFERENCE_SIMD_MEAN_FIELD_AHEAD_INL_HPP_
#else
#define RENYI_INFERENCE_SIMD_MEAN_FIELD_AHEAD_INL_HPP_
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>

#include "renyi/core/simd/partial-inl.hpp"
#include "renyi/inference/sep_kernels.hpp"
#include "renyi/inference/simd/mean_field_coordinates-inl.hpp"
#include "renyi/inference/simd/mean_field_moments-inl.hpp"
#include "renyi/inference/simd/sep-inl.hpp"
#include "renyi/inference/simd/sums-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// A row with the sign of its class and zeros behind it, and its squares: vector by vector in turns.
class SignedRow {
 public:
  HWY_INLINE explicit SignedRow(const double* values) : values_(values) {}
  template <class D>
  HWY_INLINE hn::Vec<D> features(D d, Index c) const {
    return hn::Load(d, values_ + 2 * c);
  }
  template <class D>
  HWY_INLINE hn::Vec<D> squares(D d, Index c) const {
    return hn::Load(d, values_ + 2 * c + hn::Lanes(SepLanes()));
  }

 private:
  const double* values_;
};

// A ring of two blocks of rows, signed so that every target is 1. Beyond the last row stands the
// last one again.
class RowsAhead {
 public:
  static constexpr Index block = MomentsAhead::block;

  HWY_INLINE RowsAhead(const kernels::MeanFieldRows& s, const Index* rows, Index count)
      : s_(s),
        rows_(rows),
        count_(count),
        padded_(MeanFieldCoordinates::padded(s.size)),
        stride_(2 * padded_) {}

  HWY_INLINE SignedRow row(Index i) const { return SignedRow(x_ + i % (2 * block) * stride_); }

  // From memory, which takes as long as several blocks' steps.
  static constexpr Index fetched = 4 * block;
  HWY_INLINE void fetch(Index i) const {
    const Index row = rows_[std::min(i, count_ - 1)];
    hwy::Prefetch(s_.targets + row);
    for (Index c = 0; c < s_.size; c += 8) hwy::Prefetch(s_.design + row * s_.size + c);
  }

  // Row i, whose predictor will be near that of now.
  HWY_INLINE void read(Index i, const MeanFieldCoordinates& now, MomentsAhead& moments) {
    fetch(i + fetched);
    const Index row = rows_[std::min(i, count_ - 1)];
    const double sign = s_.targets[row] > 0.5 ? 0.0 : -0.0;
    const double* const from = s_.design + row * s_.size;
    double* const to = x_ + i % (2 * block) * stride_;
    Parts<SepLanes> parts;
    Parts<SepTail> tail;
    Index c = 0;
    for (; c < now.whole(); c += lanes()) read_at(SepLanes(), c, from, sign, now, to, parts);
    if (c < padded_) read_at(SepTail(), c, from, sign, now, to, tail);
    moments.set(i, hn::Add(tail_sum(parts.mean), tail.mean),
                hn::Add(tail_sum(parts.variance), tail.variance));
  }

 private:
  static HWY_INLINE Index lanes() { return static_cast<Index>(hn::Lanes(SepLanes())); }

  // Of a row's mean and variance, to be summed over lanes.
  template <class D>
  struct Parts {
    hn::Vec<D> mean, variance;
    HWY_INLINE Parts() { mean = variance = hn::Zero(D()); }
  };
  template <class D>
  HWY_INLINE void read_at(D d, Index c, const double* from, double sign,
                          const MeanFieldCoordinates& now, double* to, Parts<D>& parts) const {
    const Index left = s_.size - c, all = static_cast<Index>(hn::Lanes(d));
    const auto x = hn::Xor(
        hn::Set(d, sign),
        left >= all ? hn::LoadU(d, from + c) : load_first(d, from + c, first_lanes(d, left), left));
    const auto square = hn::Mul(x, x);
    hn::Store(x, d, to + 2 * c);
    hn::Store(square, d, to + 2 * c + lanes());
    parts.mean = hn::MulAdd(x, now.mean(d, c), parts.mean);
    parts.variance = hn::MulAdd(square, now.variance(d, c), parts.variance);
  }

  const kernels::MeanFieldRows& s_;
  const Index* rows_;
  Index count_, padded_, stride_;
  HWY_ALIGN double x_[4 * block * (kernels::max_panel_features + 8)];
};

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
