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
      : s_(s), padded_(padded(s.size)), whole_(whole(s.size)) {}

  // Whole vectors are up to whole(), and one of SepTail behind them where that is enough: a wide
  // vector that is half empty takes some processors as long as a full one, twice a narrow one.
  static HWY_INLINE Index padded(Index size) { return (size + lanes() - 1) / lanes() * lanes(); }
  static HWY_INLINE Index whole(Index size) {
    const Index left = size % lanes();
    return left > 0 && left <= narrow && narrow < lanes() ? size - left : padded(size);
  }

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
      fits =
          hn::And(fits, hn::And(hn::Gt(variance, zero), hn::Le(left, hn::Set(d, steepest_fall))));
      set(d, c, at_variance, variance);
      set(d, c, at_mean,
          hn::Mul(variance, hn::MulAdd(power, load(s_.shift, c, zero), outside_shift)));
      set(d, c, at_outside, hn::Mul(hn::Set(d, s_.step), outside));
      set(d, c, at_outside_shift, hn::Mul(hn::Set(d, s_.step), outside_shift));
      set(d, c, at_asked_precision, zero);
      set(d, c, at_asked_shift, zero);
    }
    return hn::AllTrue(d, fits);
  }

  HWY_INLINE Index padded() const { return padded_; }
  HWY_INLINE Index whole() const { return whole_; }
  template <class D>
  HWY_INLINE hn::Vec<D> variance(D d, Index c) const {
    return get(d, c, at_variance);
  }
  template <class D>
  HWY_INLINE hn::Vec<D> mean(D d, Index c) const {
    return get(d, c, at_mean);
  }

  // The site, and what was asked for, to where they came from.
  HWY_INLINE void finish() {
    const SepLanes d;
    const auto inverse = hn::Set(d, 1.0 / s_.power), zero = hn::Zero(d);
    for (Index c = 0; c < padded(); c += lanes()) {
      const auto precision = hn::Div(hn::Set(d, 1.0), variance(d, c));
      const auto outside = load(s_.outside_precision, c, zero);
      const auto outside_shift = load(s_.outside_shift, c, zero);
      store(hn::Mul(inverse, hn::Sub(precision, outside)), s_.precision, c);
      store(hn::Mul(inverse, hn::MulSub(precision, mean(d, c), outside_shift)), s_.shift, c);
      if (s_.average_precision == nullptr) continue;
      store(hn::Add(get(d, c, at_asked_precision), load(s_.average_precision, c, zero)),
            s_.average_precision, c);
      store(hn::Add(get(d, c, at_asked_shift), load(s_.average_shift, c, zero)), s_.average_shift,
            c);
    }
  }

 protected:
  // A site may forget so much of its cavity's precision, as a multiple of the step.
  static constexpr double steepest_fall = 1.5;
  // Of a coordinate: outside times the step; what the row that comes makes of it: v' and m' at a
  // slope of 0, and what the slope pulls at; and v x^2 of the row that comes. Numbers of one
  // coordinate stand close together: arrays of their own would lie in the way of each other, a
  // multiple of 4096 bytes apart or nearly.
  enum Field : Index {
    at_variance,
    at_mean,
    at_outside,
    at_outside_shift,
    at_variance1,
    at_mean0,
    at_lever,
    at_asked_precision,
    at_asked_shift,
    field_count
  };
  static HWY_INLINE Index lanes() { return static_cast<Index>(hn::Lanes(SepLanes())); }
  template <class D>
  HWY_INLINE hn::Vec<D> get(D d, Index c, Field field) const {
    return hn::Load(d, fields_ + c * field_count + field * lanes());
  }
  template <class D>
  HWY_INLINE void set(D d, Index c, Field field, hn::Vec<D> values) {
    hn::Store(values, d, fields_ + c * field_count + field * lanes());
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
  static constexpr Index narrow = hn::MaxLanes(SepTail());
  const Index padded_, whole_;
  HWY_ALIGN double fields_[(kernels::max_panel_features + 8) * field_count];
};

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
