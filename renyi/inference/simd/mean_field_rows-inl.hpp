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
#include "renyi/inference/simd/sep-inl.hpp"
#include "renyi/inference/simd/sums-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// With v, m a coordinate's variance and mean in the cavity, w = power * step and v0, m0 those of
// the cavity whose site has only forgotten (by 1 - step), a row of slope g and curvature k makes
//   v' = v0 - w k (v0 x)^2 / (1 - c k),  m' = m0 + w v0 x (g + k x (m - m0)) / (1 - c k),
// c = x^2 (v - w v0). So the next row's mean and variance are polynomials in g and k to rounding
// where c is small, and their coefficients are sums that are known before g and k.
class MeanFieldRun : public MeanFieldCoordinates {
 public:
  HWY_INLINE explicit MeanFieldRun(const kernels::MeanFieldRows& s)
      : MeanFieldCoordinates(s),
        step_(s.step),
        share_(s.power * s.step),
        kept_(1.0 - (s.power + 1.0) * s.step) {}

  // The sums for the first row of all, and the one behind it.
  HWY_INLINE void look_ahead(const double* x, const double* next) {
    Sums sums;
    for (Index c = 0; c < padded(); c += lanes()) prepare(c, variance(c), mean(c), x, next, sums);
    keep(sums);
  }

  // Whether the polynomials serve for the row that comes.
  HWY_INLINE hn::Mask<SepLanes> is_small() const {
    return hn::Le(largest_, hn::Set(SepLanes(), 1e-4));
  }

  // The next row's mean and variance after this one's slope and curvature.
  HWY_INLINE void project(SepVector slope, SepVector curvature, SepVector& centre,
                          SepVector& variance) const {
    const auto at = [&](int i) HWY_ATTR { return hn::Set(SepLanes(), sums_[i]); };
    const auto w = hn::Set(SepLanes(), share_);
    const auto wk = hn::Mul(w, curvature), wg = hn::Mul(w, slope);
    centre = hn::MulAdd(wg, hn::MulAdd(curvature, at(3), at(2)), hn::MulAdd(wk, at(1), at(0)));
    variance = hn::NegMulAdd(wk, at(5), at(4));
  }

  // The step of row x; then the sums for the two rows behind it.
  template <bool averages>
  HWY_INLINE void advance(SepVector slope, SepVector curvature, const double* x, const double* next,
                          const double* second) {
    const auto w = hn::Set(SepLanes(), share_);
    const auto wk = hn::Mul(w, curvature), wg = hn::Mul(w, slope);
    Sums sums;
    for (Index c = 0; c < padded(); c += lanes()) {
      if constexpr (averages) ask(c, hn::Load(SepLanes(), x + c), slope, curvature);
      const auto bent = hn::Mul(get(c, at_bend), curvature);
      const auto more = hn::MulAdd(bent, bent, bent);  // 1 / (1 - bent) = 1 + more
      const auto pull = hn::MulAdd(get(c, at_away), wk, wg), lever = get(c, at_lever);
      const auto variance =
          hn::NegMulAdd(hn::Mul(lever, lever), hn::MulAdd(wk, more, wk), get(c, at_variance0));
      const auto mean = hn::MulAdd(hn::MulAdd(pull, more, pull), lever, get(c, at_mean0));
      set(c, at_variance, variance);
      set(c, at_mean, mean);
      prepare(c, variance, mean, next, second, sums);
    }
    keep(sums);
  }

 private:
  struct Sums {
    SepVector of[6];
    SepVector largest;
    HWY_INLINE Sums() {
      for (auto& sum : of) sum = hn::Zero(SepLanes());
      largest = hn::Zero(SepLanes());
    }
  };

  HWY_INLINE void prepare(Index c, SepVector v, SepVector m, const double* x, const double* next,
                          Sums& sums) {
    const SepLanes d;
    // v0 = 1 / ((1 - step) / v + step outside) = v / (1 - t).
    const auto outside = get(c, at_outside);
    const auto t = hn::NegMulAdd(outside, v, hn::Set(d, step_));
    const auto v0 = hn::MulAdd(v, hn::MulAdd(t, hn::MulAdd(t, t, t), t), v);
    const auto back = hn::MulSub(outside, m, get(c, at_outside_shift));  // (m - m0) / v0
    const auto m0 = hn::NegMulAdd(back, v0, m);
    const auto features = hn::Load(d, x + c), then = hn::Load(d, next + c);
    const auto lever = hn::Mul(features, v0), away = hn::Mul(lever, back);
    const auto bend = hn::Mul(hn::Mul(features, lever), hn::MulAdd(outside, v, hn::Set(d, kept_)));
    const auto shared = hn::Mul(then, lever);
    sums.of[0] = hn::MulAdd(then, m0, sums.of[0]);
    sums.of[1] = hn::MulAdd(shared, away, sums.of[1]);
    sums.of[2] = hn::Add(shared, sums.of[2]);
    sums.of[3] = hn::MulAdd(shared, bend, sums.of[3]);
    sums.of[4] = hn::MulAdd(then, hn::Mul(then, v0), sums.of[4]);
    sums.of[5] = hn::MulAdd(shared, shared, sums.of[5]);
    sums.largest = hn::Max(sums.largest, bend);
    set(c, at_variance0, v0);
    set(c, at_mean0, m0);
    set(c, at_lever, lever);
    set(c, at_bend, bend);
    set(c, at_away, away);
  }

  HWY_INLINE void keep(const Sums& sums) {
    const auto& of = sums.of;
    eight_sums(SepLanes(), {of[0], of[1], of[2], of[3], of[4], of[5], of[4], of[5]}, sums_);
    largest_ = sums.largest;
  }

  // What the row asks for: x^2 k / (1 - a) and x (g + m x k) / (1 - a), a = v x^2 k.
  HWY_INLINE void ask(Index c, SepVector x, SepVector slope, SepVector curvature) {
    const auto bent = hn::Mul(x, curvature), a = hn::Mul(hn::Mul(x, bent), variance(c));
    const auto a2 = hn::Mul(a, a);
    const auto even = hn::Add(hn::MulAdd(a2, a2, a2), hn::Set(SepLanes(), 1.0));
    const auto asked = hn::Mul(x, hn::MulAdd(a, even, even));
    set(c, at_asked_precision, hn::MulAdd(asked, bent, get(c, at_asked_precision)));
    set(c, at_asked_shift,
        hn::MulAdd(asked, hn::MulAdd(mean(c), bent, slope), get(c, at_asked_shift)));
  }

  const double step_, share_;
  const double kept_;  // 1 - step - w, without cancellation: c is x^2 v0 (kept + step outside v)
  SepVector largest_;
  HWY_ALIGN double sums_[8];
};

template <bool averages>
HWY_INLINE Index mean_field_rows(const kernels::MeanFieldRows& s, const Index* rows, Index count) {
  if (count < 1 || s.size > kernels::max_panel_features || !(s.step <= kernels::small_step) ||
      !(s.power * s.step <= 1.0))
    return 0;
  MeanFieldRun run(s);
  if (!run.start()) return 0;
  RowsAhead ahead(s, rows, count, run.padded());
  constexpr Index block = RowsAhead::block;
  for (Index i = 0; i < block; ++i) ahead.read(i, run);
  for (Index part = 0; part < RowsAhead::parts; ++part) ahead.expand(0, part);
  auto centre = ahead.mean(0), variance = ahead.variance(0);  // exact: nothing has moved
  run.look_ahead(ahead.row(0), ahead.row(1));
  Index done = 0;
  for (; done < count; ++done) {
    // The next block's rows are read two at a time beside the steps of this one's first half, so
    // that their moments have the time of the other half.
    const Index place = done % block, next = done - place + block;
    if (place < block / 2) {
      ahead.read(next + 2 * place, run);
      ahead.read(next + 2 * place + 1, run);
    } else if (place < block / 2 + RowsAhead::parts) {
      ahead.expand(next, place - block / 2);
    }
    SepVector slope, curvature;
    const auto serves = ahead.tilted(done, centre, variance, slope, curvature);
    if (!hn::AllTrue(SepLanes(), hn::And(serves, run.is_small()))) break;
    run.project(slope, curvature, centre, variance);
    run.template advance<averages>(slope, curvature, ahead.row(done), ahead.row(done + 1),
                                   ahead.row(done + 2));
  }
  if (done > 0) run.finish();
  return done;
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
