// Rows that stochastic EP's steps come to soon: read, and their tilted moments near where their
// predictors will be. The steps are mean_field_rows-inl.hpp's.
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
#include "renyi/inference/simd/sep-inl.hpp"
#include "renyi/inference/simd/sums-inl.hpp"
#include "renyi/inference/simd/tilted_series-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// A ring of two blocks of rows, with the sign of their class (so that every target is 1) and zeros
// behind them. Beyond the last row stands the last one again.
class RowsAhead {
 public:
  static constexpr Index block = 8;

  HWY_INLINE RowsAhead(const kernels::MeanFieldRows& s, const Index* rows, Index count,
                       Index padded)
      : s_(s), rows_(rows), count_(count), padded_(padded) {}

  HWY_INLINE const double* row(Index i) const { return x_ + i % (2 * block) * padded_; }
  HWY_INLINE SepVector mean(Index i) const { return at(means_, i); }
  HWY_INLINE SepVector variance(Index i) const { return at(variances_, i); }

  // Row i, whose predictor will be near that of now.
  template <class Coordinates>
  HWY_INLINE void read(Index i, const Coordinates& now) {
    const SepLanes d;
    const auto lanes = static_cast<Index>(hn::Lanes(d));
    const Index later = rows_[std::min(i + 4 * block, count_ - 1)];
    hwy::Prefetch(s_.targets + later);
    for (Index c = 0; c < s_.size; c += 8) hwy::Prefetch(s_.design + later * s_.size + c);
    const Index row = rows_[std::min(i, count_ - 1)];
    const double* const from = s_.design + row * s_.size;
    const auto sign = hn::Set(d, s_.targets[row] > 0.5 ? 1.0 : -1.0);
    double* const to = x_ + i % (2 * block) * padded_;
    auto mean = hn::Zero(d), variance = hn::Zero(d);
    for (Index c = 0; c < padded_; c += lanes) {
      const Index left = s_.size - c;
      const auto x =
          hn::Mul(sign, left >= lanes ? hn::LoadU(d, from + c)
                                      : load_first(d, from + c, first_lanes(d, left), left));
      hn::Store(x, d, to + c);
      mean = hn::MulAdd(x, now.mean(c), mean);
      variance = hn::MulAdd(hn::Mul(x, now.variance(c)), x, variance);
    }
    mean_parts_[i % block] = mean;
    variance_parts_[i % block] = variance;
  }

  // The moments of a whole block that has been read, the one from row `first` on, in three parts
  // that follow each other: done at once they would keep the steps waiting.
  static constexpr Index parts = 3;
  HWY_INLINE void expand(Index first, Index part) {
    const SepLanes d;
    const Index slot = first % (2 * block);
    if (part == 0) {
      eight_sums(d, mean_parts_, means_ + slot);
      eight_sums(d, variance_parts_, variances_ + slot);
    }
    for (Index i = 0; i < block; i += static_cast<Index>(hn::Lanes(d))) {
      if (part == 0) set_classes(slot + i, i);
      if (part == 1) set_moments(slot + i, i);
      if (part == 2) set_slopes(slot + i, i);
    }
  }

  // Slope and curvature of row i at this mean and variance; not right where that is too far from
  // what was expected, or too large.
  HWY_INLINE hn::Mask<SepLanes> tilted(Index i, SepVector centre, SepVector width, SepVector& slope,
                                       SepVector& curvature) const {
    const SepLanes d;
    const auto x = hn::Sub(centre, mean(i)), v = hn::Sub(width, variance(i));
    const auto x2 = hn::Mul(x, x);
    const auto k = hn::MulAdd(v, at(curvature_by_variance_, i), at(curvatures_, i));
    const auto by_mean = hn::MulAdd(v, at(first_by_variance_, i), at(first_, i));
    curvature =
        hn::MulAdd(x2, hn::MulAdd(x, at(third_, i), at(second_, i)), hn::MulAdd(x, by_mean, k));
    const auto half = hn::Set(d, 1.0 / 2), third = hn::Set(d, 1.0 / 3), quarter = hn::Set(d, 0.25);
    const auto tail = hn::MulAdd(
        x, hn::MulAdd(hn::Mul(x, quarter), at(third_, i), hn::Mul(third, at(second_, i))),
        hn::Mul(half, at(first_, i)));
    const auto g = hn::MulAdd(v, at(slope_by_variance_, i), at(slopes_, i));
    slope = hn::NegMulAdd(x2, tail, hn::NegMulAdd(x, k, g));
    return hn::And(hn::Le(hn::Abs(x), hn::Set(d, 1e-3)),
                   hn::Le(width, hn::Set(d, kernels::series_variance)));
  }

 private:
  static HWY_INLINE SepVector at(const double* values, Index i) {
    return hn::Set(SepLanes(), values[i % (2 * block)]);
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
    const auto half = hn::Set(d, 0.5);
    hn::Store(by.first, d, first_ + i);
    hn::Store(hn::Mul(half, by.second), d, second_ + i);
    hn::Store(hn::Mul(hn::Set(d, 1.0 / 6), by.third), d, third_ + i);
    hn::Store(hn::NegMulAdd(g, k, hn::Neg(hn::Mul(half, by.first))), d, slope_by_variance_ + i);
    hn::Store(hn::MulAdd(g, by.first, hn::NegMulAdd(k, k, hn::Mul(half, by.second))), d,
              curvature_by_variance_ + i);
    hn::Store(
        hn::MulAdd(g, by.second,
                   hn::NegMulAdd(hn::Mul(hn::Set(d, 3.0), k), by.first, hn::Mul(half, by.third))),
        d, first_by_variance_ + i);
  }

  const kernels::MeanFieldRows& s_;
  const Index* rows_;
  Index count_, padded_;
  SepVector mean_parts_[block], variance_parts_[block];
  HWY_ALIGN double means_[2 * block], variances_[2 * block], slopes_[2 * block],
      curvatures_[2 * block];
  HWY_ALIGN double q_[block], spread_[block], t_[block];
  // In the mean, over 1, 2 and 6, and in the variance.
  HWY_ALIGN double first_[2 * block], second_[2 * block], third_[2 * block];
  HWY_ALIGN double slope_by_variance_[2 * block], curvature_by_variance_[2 * block],
      first_by_variance_[2 * block];
  HWY_ALIGN double x_[2 * block * (kernels::max_panel_features + 8)];
};

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
