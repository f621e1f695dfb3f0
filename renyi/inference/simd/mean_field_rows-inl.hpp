// Steps of stochastic EP with independent coordinates, row after row: the same as one by one to
// rounding, arranged so that little of a row's work waits for the row before.
// Per-target include: see Highway's foreach_target.h.
#if defined(RENYI_INFERENCE_SIMD_MEAN_FIELD_ROWS_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_INFERENCE_SIMD_MEAN_FIELD_ROWS_INL_HPP_
#undef RENYI_INFERENCE_SIMD_MEAN_FIELD_ROWS_INL_HPP_
#else
#define RENYI_INFERENCE_SIMD_MEAN_FIELD_ROWS_INL_HPP_
#endif

#include <hwy/highway.h>

#include "renyi/inference/sep_kernels.hpp"
#include "renyi/inference/simd/mean_field_ahead-inl.hpp"
#include "renyi/inference/simd/mean_field_coordinates-inl.hpp"
#include "renyi/inference/simd/mean_field_moments-inl.hpp"
#include "renyi/inference/simd/sep-inl.hpp"
#include "renyi/inference/simd/sums-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// With v, m a coordinate's variance and mean in the cavity, w = power * step, o and h the precision
// and shift outside times the step, a row of slope g and curvature k makes, at a = v x^2 k,
//   v' = v (1 - a) / (1 - r),  m' = m + v' (h - o m) + w g v x / (1 - r),
//   r = t + a (1 - w - t),  t = step - o v.
// All but g is known early with the curvature that is expected of the row. What k differs from it
// by moves v' by -w (v x / (1 - r))^2 times that, and m' by nothing that counts where r is small.
// So the next row's mean and variance are linear in the two, and their coefficients are sums that
// are known before them. Operations are counted here: where a wide vector takes two passes, there
// is no waiting that more of them would fit into.
class MeanFieldRun : public MeanFieldCoordinates {
 public:
  HWY_INLINE explicit MeanFieldRun(const kernels::MeanFieldRows& s)
      : MeanFieldCoordinates(s),
        step_(s.step),
        share_(s.power * s.step),
        kept_(1.0 - share_),
        limit_(2.5e-5 + steepest_fall * s.step) {}

  // What the first row of all makes of the coordinates, and the sums for the one behind it.
  HWY_INLINE void look_ahead(double curvature, SignedRow x, SignedRow next) {
    Sums<SepLanes> sums;
    Sums<SepTail> tail;
    Index c = 0;
    for (; c < whole(); c += lanes()) prepare_first(SepLanes(), c, curvature, x, next, sums);
    if (c < padded()) prepare_first(SepTail(), c, curvature, x, next, tail);
    keep(sums, tail);
  }

  // Whether the formulas serve for the row that comes.
  HWY_INLINE bool is_small() const {
    const SepTail d;
    return hn::AllTrue(d, hn::Le(largest_, hn::Set(d, limit_)));
  }

  // Times the share, which is what the next two want of it.
  HWY_INLINE SepPair scaled(SepPair slope_and_change) const {
    return hn::Mul(hn::Set(SepPairLanes(), share_), slope_and_change);
  }
  // The next row's mean and variance after this one.
  HWY_INLINE SepPair next_mean(SepPair scaled) const {
    return hn::MulAdd(hn::DupEven(scaled), hn::DupOdd(mean_sums_), hn::DupEven(mean_sums_));
  }
  HWY_INLINE SepPair next_variance(SepPair scaled) const {
    return hn::NegMulAdd(hn::DupOdd(scaled), hn::DupOdd(variance_sums_),
                         hn::DupEven(variance_sums_));
  }

  // The step of row x with its slope and what its curvature differs by; then what the next row
  // makes of the coordinates with the curvature that is expected of it.
  template <bool averages>
  HWY_INLINE void advance(SepPair slope_and_change, double expected, double next_expected,
                          SignedRow x, SignedRow next, SignedRow second) {
    const auto both = scaled(slope_and_change);
    const double slope = hn::GetLane(slope_and_change);
    const double curvature = expected + hn::GetLane(hn::DupOdd(slope_and_change));
    const double pull = hn::GetLane(both), change = hn::GetLane(hn::DupOdd(both));
    Sums<SepLanes> sums;
    Sums<SepTail> tail;
    const auto go = [&](auto d, Index c, auto& to) HWY_ATTR {
      if constexpr (averages) ask(d, c, x.features(d, c), slope, curvature);
      const auto lever = get(d, c, at_lever);
      const auto v =
          hn::NegMulAdd(hn::Mul(lever, lever), hn::Set(d, change), get(d, c, at_variance1));
      const auto m = hn::MulAdd(lever, hn::Set(d, pull), get(d, c, at_mean0));
      set(d, c, at_variance, v);
      set(d, c, at_mean, m);
      prepare(d, c, v, m, next_expected, next, second, to);
    };
    Index c = 0;
    for (; c < whole(); c += lanes()) go(SepLanes(), c, sums);
    if (c < padded()) go(SepTail(), c, tail);
    keep(sums, tail);
  }

 private:
  template <class D>
  struct Sums {
    hn::Vec<D> mean, by_slope, variance, by_change, largest;
    HWY_INLINE Sums() { mean = by_slope = variance = by_change = largest = hn::Zero(D()); }
  };

  template <class D>
  HWY_INLINE void prepare_first(D d, Index c, double curvature, SignedRow x, SignedRow next,
                                Sums<D>& sums) {
    prepare(d, c, variance(d, c), mean(d, c), curvature, x, next, sums);
  }

  template <class D, class V>
  HWY_INLINE void prepare(D d, Index c, V v, V m, double curvature, SignedRow x, SignedRow next,
                          Sums<D>& sums) {
    const auto outside = get(d, c, at_outside);
    const auto then = next.features(d, c);
    const auto a = hn::Mul(hn::Mul(hn::Set(d, curvature), x.squares(d, c)), v);
    const auto t = hn::NegMulAdd(outside, v, hn::Set(d, step_));
    const auto r = hn::MulAdd(a, hn::Sub(hn::Set(d, kept_), t), t);
    const auto v_r = hn::MulAdd(v, hn::MulAdd(r, hn::MulAdd(r, r, r), r), v);  // v / (1 - r)
    const auto v1 = hn::NegMulAdd(v_r, a, v_r);
    const auto m0 = hn::MulAdd(hn::NegMulAdd(outside, m, get(d, c, at_outside_shift)), v1, m);
    const auto lever = hn::Mul(x.features(d, c), v_r);
    const auto shared = hn::Mul(then, lever);
    sums.mean = hn::MulAdd(then, m0, sums.mean);
    sums.by_slope = hn::Add(shared, sums.by_slope);
    sums.variance = hn::MulAdd(next.squares(d, c), v1, sums.variance);
    sums.by_change = hn::MulAdd(shared, shared, sums.by_change);
    sums.largest = hn::Max(sums.largest, r);
    set(d, c, at_variance1, v1);
    set(d, c, at_mean0, m0);
    set(d, c, at_lever, lever);
  }

  HWY_INLINE void keep(const Sums<SepLanes>& sums, const Sums<SepTail>& tail) {
    const SepTail d;
    const auto all = [&](SepVector wide, hn::Vec<SepTail> narrow)
                         HWY_ATTR { return hn::Add(tail_sum(wide), narrow); };
    mean_sums_ = two_sums(d, all(sums.mean, tail.mean), all(sums.by_slope, tail.by_slope));
    variance_sums_ =
        two_sums(d, all(sums.variance, tail.variance), all(sums.by_change, tail.by_change));
    largest_ = hn::Max(tail_max(sums.largest), tail.largest);
  }

  // What the row asks for: x^2 k / (1 - a) and x (g + m x k) / (1 - a), a = v x^2 k.
  template <class D>
  HWY_INLINE void ask(D d, Index c, hn::Vec<D> x, double slope, double curvature) {
    const auto bent = hn::Mul(x, hn::Set(d, curvature));
    const auto a = hn::Mul(hn::Mul(x, bent), variance(d, c)), a2 = hn::Mul(a, a);
    const auto even = hn::Add(hn::MulAdd(a2, a2, a2), hn::Set(d, 1.0));
    const auto asked = hn::Mul(x, hn::MulAdd(a, even, even));
    set(d, c, at_asked_precision, hn::MulAdd(asked, bent, get(d, c, at_asked_precision)));
    set(d, c, at_asked_shift,
        hn::MulAdd(asked, hn::MulAdd(mean(d, c), bent, hn::Set(d, slope)),
                   get(d, c, at_asked_shift)));
  }

  const double step_, share_, kept_;
  const double limit_;  // of r: that of t, and so much of a that three powers of r are exact
  SepPair mean_sums_, variance_sums_;
  hn::Vec<SepTail> largest_;
};

template <bool averages>
HWY_INLINE Index mean_field_rows(const kernels::MeanFieldRows& s, const Index* rows, Index count) {
  if (count < 1 || s.size > kernels::max_panel_features || !(s.step <= kernels::small_step) ||
      !(s.power * s.step <= 1.0))
    return 0;
  MeanFieldRun run(s);
  if (!run.start()) return 0;
  RowsAhead ahead(s, rows, count);
  constexpr Index block = RowsAhead::block;
  MomentsAhead moments;
  for (Index i = 0; i < RowsAhead::fetched; ++i) ahead.fetch(i);
  for (Index i = 0; i < block; ++i) ahead.read(i, run, moments);
  for (Index part = 0; part < MomentsAhead::parts; ++part) moments.expand(0, part);
  auto centre = moments.mean(0), variance = moments.variance(0);  // exact: nothing has moved
  run.look_ahead(moments.curvature(0), ahead.row(0), ahead.row(1));
  Index done = 0;
  for (; done < count; ++done) {
    // The next block's rows are read two at a time beside the steps of this one's first half, so
    // that their moments have the time of the other half.
    const Index place = done % block, next = done - place + block;
    if (place < block / 2) {
      ahead.read(next + 2 * place, run, moments);
      ahead.read(next + 2 * place + 1, run, moments);
    } else if (place < block / 2 + MomentsAhead::parts) {
      moments.expand(next, place - block / 2);
    }
    const auto moved = hn::Sub(centre, moments.mean(done));
    if (!MomentsAhead::serves(moved, variance) || !run.is_small()) break;
    const auto slope = moments.slope_and_change(done, moved, variance);
    centre = run.next_mean(run.scaled(slope));
    variance = run.next_variance(run.scaled(slope));
    run.template advance<averages>(slope, moments.curvature(done), moments.curvature(done + 1),
                                   ahead.row(done), ahead.row(done + 1), ahead.row(done + 2));
  }
  if (done > 0) run.finish();
  return done;
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
