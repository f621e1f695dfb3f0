// Tilted moments of rows that stochastic EP's steps come to soon, near where their predictors will
// be: expanded a block at a time, so that a step only corrects them. Rows are
// mean_field_ahead-inl.hpp's.
// Per-target include: see Highway's foreach_target.h.
#if defined(RENYI_INFERENCE_SIMD_MEAN_FIELD_MOMENTS_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_INFERENCE_SIMD_MEAN_FIELD_MOMENTS_INL_HPP_
#undef RENYI_INFERENCE_SIMD_MEAN_FIELD_MOMENTS_INL_HPP_
#else
#define RENYI_INFERENCE_SIMD_MEAN_FIELD_MOMENTS_INL_HPP_
#endif

#include <hwy/highway.h>

#include "renyi/inference/sep_kernels.hpp"
#include "renyi/inference/simd/sep-inl.hpp"
#include "renyi/inference/simd/sums-inl.hpp"
#include "renyi/inference/simd/tilted_series-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Of a ring of two blocks of rows.
// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init): expand() fills what is read after it
class MomentsAhead {
 public:
  static constexpr Index block = 8;

  HWY_INLINE SepPair mean(Index i) const { return at(means_, i); }
  HWY_INLINE SepPair variance(Index i) const { return at(variances_, i); }
  HWY_INLINE double curvature(Index i) const { return curvatures_[i % (2 * block)]; }

  // The mean and variance that are expected of row i's predictor, to be summed over lanes.
  HWY_INLINE void set(Index i, hn::Vec<SepTail> mean, hn::Vec<SepTail> variance) {
    mean_parts_[i % block] = mean;
    variance_parts_[i % block] = variance;
  }

  // The moments of a whole block that is set, the one from row `first` on, in three parts that
  // follow each other: done at once they would keep the steps waiting.
  static constexpr Index parts = 3;
  HWY_INLINE void expand(Index first, Index part) {
    const Index slot = first % (2 * block);
    if (part == 0) {
      eight_sums(SepTail(), mean_parts_, means_ + slot);
      eight_sums(SepTail(), variance_parts_, variances_ + slot);
    }
    for (Index i = 0; i < block; i += lanes()) {
      if (part == 0) set_classes(slot + i, i);
      if (part == 1) set_moments(slot + i, i);
      if (part == 2) set_slopes(slot + i, i);
    }
  }

  // Whether a row's moments are right at this distance from its mean and with this variance.
  static HWY_INLINE bool serves(SepPair moved, SepPair variance) {
    const SepPairLanes d;
    return hn::AllTrue(d, hn::And(hn::Le(hn::Abs(moved), hn::Set(d, 1e-3)),
                                  hn::Le(variance, hn::Set(d, kernels::series_variance))));
  }

  // Row i's slope so far from its mean, and what its curvature differs by from the one there.
  HWY_INLINE SepPair slope_and_change(Index i, SepPair moved, SepPair width) const {
    const auto term = [&](Term t) HWY_ATTR {
      return hn::Load(SepPairLanes(), terms_ + place_of(t, i % (2 * block)));
    };
    const auto v = hn::Sub(width, variance(i)), x2 = hn::Mul(moved, moved);
    const auto constant = hn::MulAdd(v, term(by_variance), term(value));
    const auto first = hn::MulAdd(v, term(first_by_variance), term(first_power));
    const auto high = hn::MulAdd(x2, term(fourth_power),
                                 hn::MulAdd(moved, term(third_power), term(second_power)));
    return hn::MulAdd(x2, high, hn::MulAdd(moved, first, constant));
  }

 private:
  static HWY_INLINE Index lanes() { return static_cast<Index>(hn::Lanes(SepLanes())); }

  // Coefficients of a row's slope and of its curvature, in turns.
  enum Term : Index {
    value,
    by_variance,
    first_power,
    first_by_variance,
    second_power,
    third_power,
    fourth_power,
    term_count
  };
  // Pairs of every other row follow each other within as many as there are lanes, which is the
  // order that they come in without another shuffle.
  static HWY_INLINE Index place_of(Term term, Index slot) {
    const Index lane = slot % lanes(), first = slot - lane;
    return 2 * (term * 2 * block + first) + lane % 2 * lanes() + lane / 2 * 2;
  }
  HWY_INLINE void set_term(Term term, Index first, SepVector of_slope, SepVector of_curvature) {
    const SepLanes d;
    double* const to = terms_ + place_of(term, first);
    hn::Store(hn::InterleaveLower(d, of_slope, of_curvature), d, to);
    hn::Store(hn::InterleaveUpper(d, of_slope, of_curvature), d, to + lanes());
  }
  static HWY_INLINE SepPair at(const double* values, Index i) {
    return hn::Set(SepPairLanes(), values[i % (2 * block)]);
  }

  HWY_INLINE void set_classes(Index i, Index place) {
    const SepLanes d;
    const auto at = classes_at(d, hn::Load(d, means_ + i));
    hn::Store(at.q, d, q_ + place);
    hn::Store(at.spread, d, spread_ + place);
    hn::Store(at.t, d, t_ + place);
  }
  HWY_INLINE ClassesAt<SepVector> classes(Index place) const {
    const SepLanes d;
    return {hn::Load(d, q_ + place), hn::Load(d, spread_ + place), hn::Load(d, t_ + place)};
  }
  HWY_INLINE void set_moments(Index i, Index place) {
    const SepLanes d;
    const auto at = classes(place);
    const auto v = hn::Load(d, variances_ + i);
    hn::Store(series_slope(d, at, v), d, slopes_ + i);
    hn::Store(series_curvature(d, at, v), d, curvatures_ + i);
  }
  // Derivatives in the variance follow from those in the mean, as dl/dv = (l'' + l'^2) / 2.
  HWY_INLINE void set_slopes(Index i, Index place) {
    const SepLanes d;
    const auto g = hn::Load(d, slopes_ + i), k = hn::Load(d, curvatures_ + i);
    const auto by = series_curvature_slopes(d, classes(place), hn::Load(d, variances_ + i));
    const auto half = hn::Set(d, 0.5), zero = hn::Zero(d);
    const auto second = hn::Mul(half, by.second), third = hn::Mul(hn::Set(d, 1.0 / 6), by.third);
    const auto slope_by = hn::NegMulAdd(g, k, hn::Neg(hn::Mul(half, by.first)));
    const auto curvature_by = hn::MulAdd(g, by.first, hn::NegMulAdd(k, k, second));
    const auto first_by =
        hn::MulAdd(g, by.second,
                   hn::NegMulAdd(hn::Mul(hn::Set(d, 3.0), k), by.first, hn::Mul(half, by.third)));
    set_term(value, i, g, zero);
    set_term(by_variance, i, slope_by, curvature_by);
    set_term(first_power, i, hn::Neg(k), by.first);
    set_term(first_by_variance, i, hn::Neg(curvature_by), first_by);
    set_term(second_power, i, hn::Mul(hn::Set(d, -0.5), by.first), second);
    set_term(third_power, i, hn::Mul(hn::Set(d, -1.0 / 3), second), third);
    set_term(fourth_power, i, hn::Mul(hn::Set(d, -0.25), third), zero);
  }

  hn::Vec<SepTail> mean_parts_[block], variance_parts_[block];
  HWY_ALIGN double means_[2 * block], variances_[2 * block], slopes_[2 * block],
      curvatures_[2 * block];
  HWY_ALIGN double q_[block], spread_[block], t_[block];
  HWY_ALIGN double terms_[term_count * 2 * (2 * block)];
};

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
