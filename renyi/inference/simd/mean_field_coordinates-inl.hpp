// The coordinates of a mean-field site while rows go through it: their cavity's moments, and what a
// row is about to make of them. The steps are mean_field_rows-inl.hpp's.
// Per-target include: see Highway's foreach_target.h.
#if defined(RENYI_INFERENCE_SIMD_MEAN_FIELD_COORDINATES_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_INFERENCE_SIMD_MEAN_FIELD_COORDINATES_INL_HPP_
#undef RENYI_INFERENCE_SIMD_MEAN_FIELD_COORDINATES_INL_HPP_
#else
#define RENYI_INFERENCE_SIMD_MEAN_FIELD_COORDINATES_INL_HPP_
#endif

#include <hwy/highway.h>

#include "renyi/core/simd/partial-inl.hpp"
#include "renyi/inference/sep_kernels.hpp"
#include "renyi/inference/simd/sep-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

class MeanFieldCoordinates {
 public:
  // At most max_panel_features of them.
  HWY_INLINE explicit MeanFieldCoordinates(const kernels::MeanFieldRows& s)
      : s_(s), padded_((s.size + lanes() - 1) / lanes() * lanes()) {}

  // False where this way does not serve.
  HWY_INLINE bool start() {
    const SepLanes d;
    const auto one = hn::Set(d, 1.0), zero = hn::Zero(d), power = hn::Set(d, s_.power);
    auto fits = hn::Eq(one, one);
    for (Index c = 0; c < padded(); c += lanes()) {
      // Beyond the last coordinate: a variance of 1 that stays.
      const auto outside = load(s_.outside_precision, c, one);
      const auto outside_shift = load(s_.outside_shift, c, zero);
      const auto variance = hn::Div(one, hn::MulAdd(power, load(s_.precision, c, zero), outside));
      const auto left = hn::Abs(hn::NegMulAdd(outside, variance, one));
      fits = hn::And(fits, hn::And(hn::Gt(variance, zero), hn::Le(left, hn::Set(d, 1.5))));
      set(c, at_variance, variance);
      set(c, at_mean, hn::Mul(variance, hn::MulAdd(power, load(s_.shift, c, zero), outside_shift)));
      set(c, at_outside, hn::Mul(hn::Set(d, s_.step), outside));
      set(c, at_outside_shift, hn::Mul(hn::Set(d, s_.step), outside_shift));
      set(c, at_asked_precision, zero);
      set(c, at_asked_shift, zero);
    }
    return hn::AllTrue(d, fits);
  }

  HWY_INLINE Index padded() const { return padded_; }
  HWY_INLINE SepVector variance(Index c) const { return get(c, at_variance); }
  HWY_INLINE SepVector mean(Index c) const { return get(c, at_mean); }

  // The site, and what was asked for, to where they came from.
  HWY_INLINE void finish() {
    const SepLanes d;
    const auto inverse = hn::Set(d, 1.0 / s_.power), zero = hn::Zero(d);
    for (Index c = 0; c < padded(); c += lanes()) {
      const auto precision = hn::Div(hn::Set(d, 1.0), variance(c));
      const auto outside = load(s_.outside_precision, c, zero);
      const auto outside_shift = load(s_.outside_shift, c, zero);
      store(hn::Mul(inverse, hn::Sub(precision, outside)), s_.precision, c);
      store(hn::Mul(inverse, hn::MulSub(precision, mean(c), outside_shift)), s_.shift, c);
      if (s_.average_precision == nullptr) continue;
      store(hn::Add(get(c, at_asked_precision), load(s_.average_precision, c, zero)),
            s_.average_precision, c);
      store(hn::Add(get(c, at_asked_shift), load(s_.average_shift, c, zero)), s_.average_shift, c);
    }
  }

 protected:
  // Of a coordinate: outside times the step; what the row that comes makes of it: v0, m0, v0 x, c
  // and x (m - m0). Numbers of one coordinate stand close together: arrays of their own would lie
  // in the way of each other, a multiple of 4096 bytes apart or nearly.
  enum Field : Index {
    at_variance,
    at_mean,
    at_outside,
    at_outside_shift,
    at_variance0,
    at_mean0,
    at_lever,
    at_bend,
    at_away,
    at_asked_precision,
    at_asked_shift,
    field_count
  };
  static HWY_INLINE Index lanes() { return static_cast<Index>(hn::Lanes(SepLanes())); }
  HWY_INLINE SepVector get(Index c, Field field) const {
    return hn::Load(SepLanes(), fields_ + c * field_count + field * lanes());
  }
  HWY_INLINE void set(Index c, Field field, SepVector values) {
    hn::Store(values, SepLanes(), fields_ + c * field_count + field * lanes());
  }
  HWY_INLINE SepVector load(const double* from, Index at, SepVector otherwise) const {
    const SepLanes d;
    const Index left = s_.size - at;
    if (left >= lanes()) return hn::LoadU(d, from + at);
    const auto first = first_lanes(d, left);
    return hn::IfThenElse(first, load_first(d, from + at, first, left), otherwise);
  }
  HWY_INLINE void store(SepVector values, double* to, Index at) const {
    const SepLanes d;
    const Index left = s_.size - at;
    if (left >= lanes())
      hn::StoreU(values, d, to + at);
    else
      store_first(values, d, to + at, first_lanes(d, left), left);
  }

 private:
  const kernels::MeanFieldRows& s_;
  const Index padded_;
  HWY_ALIGN double fields_[(kernels::max_panel_features + 8) * field_count];
};

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
