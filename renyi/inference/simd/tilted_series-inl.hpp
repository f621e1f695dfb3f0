// Tilted moments of a logistic likelihood where the predictor's variance is small, as polynomials
// in it: one exponential a row, and derivatives with the moments. Wider rows are sep-inl.hpp's.
// Per-target include: see Highway's foreach_target.h.
#if defined(RENYI_INFERENCE_SIMD_TILTED_SERIES_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_INFERENCE_SIMD_TILTED_SERIES_INL_HPP_
#undef RENYI_INFERENCE_SIMD_TILTED_SERIES_INL_HPP_
#else
#define RENYI_INFERENCE_SIMD_TILTED_SERIES_INL_HPP_
#endif

#include <hwy/highway.h>

#include "renyi/core/simd/exp-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Coefficients from the lowest power.
template <class D, class V>
HWY_INLINE V polynomial(D d, V /*x*/, double last) {
  return hn::Set(d, last);
}
template <class D, class V, class... Rest>
HWY_INLINE V polynomial(D d, V x, double first, Rest... rest) {
  return hn::MulAdd(polynomial(d, x, rest...), x, hn::Set(d, first));
}

// p = 1 / (1 + e^-f) and q = 1 - p, each without cancellation, as q, p q and t = p - q.
template <class V>
struct ClassesAt {
  V q, spread, t;
};

template <class D, class V>
HWY_INLINE ClassesAt<V> classes_at(D d, V f) {
  const auto one = hn::Set(d, 1.0);
  const auto e = exp_nonpositive(d, hn::Neg(hn::Abs(f)));
  const auto large = hn::Div(one, hn::Add(one, e)), small = hn::Mul(e, large);
  const auto above = hn::Ge(f, hn::Zero(d));
  return {hn::IfThenElse(above, small, large), hn::Mul(small, large),
          hn::CopySignToAbs(hn::Mul(hn::Sub(one, e), large), f)};
}

// l(m, v) = log E p(m + sqrt(v) z) solves dl/dv = (l'' + l'^2) / 2 from log p at v = 0, which gives
// its powers of v one by one; derivatives of log p are p q times polynomials in t. The slope is l',
// the curvature k = -l''. What is left out of k is below v^5 of it, at v = 0.002 3e-14.
template <class D, class V>
HWY_INLINE V series_slope(D d, const ClassesAt<V>& at, V v) {
  const auto t = at.t;
  const auto g1 = polynomial(d, t, -1.0 / 2, 1.0);
  const auto g2 = polynomial(d, t, 1.0 / 4, -5.0 / 8, -3.0 / 4, 5.0 / 4);
  const auto g3 =
      polynomial(d, t, -17.0 / 96, 23.0 / 48, 47.0 / 32, -5.0 / 2, -25.0 / 16, 37.0 / 16);
  const auto g4 = polynomial(d, t, 31.0 / 192, -85.0 / 192, -163.0 / 64, 1657.0 / 384, 405.0 / 64,
                             -297.0 / 32, -259.0 / 64, 353.0 / 64);
  const auto sum = hn::MulAdd(hn::MulAdd(hn::MulAdd(g4, v, g3), v, g2), v, g1);
  return hn::MulAdd(hn::Mul(at.spread, v), sum, at.q);
}

template <class D, class V>
HWY_INLINE V series_curvature(D d, const ClassesAt<V>& at, V v) {
  const auto t = at.t;
  const auto k1 = polynomial(d, t, -1.0 / 2, -1.0 / 2, 3.0 / 2);
  const auto k2 = polynomial(d, t, 5.0 / 16, 1.0, -45.0 / 16, -3.0 / 2, 25.0 / 8);
  const auto k3 = polynomial(d, t, -23.0 / 96, -79.0 / 48, 143.0 / 32, 97.0 / 16, -385.0 / 32,
                             -75.0 / 16, 259.0 / 32);
  const auto k4 = polynomial(d, t, 85.0 / 384, 65.0 / 24, -1827.0 / 256, -71.0 / 4, 26105.0 / 768,
                             249.0 / 8, -6629.0 / 128, -259.0 / 16, 3177.0 / 128);
  const auto sum = hn::MulAdd(hn::MulAdd(hn::MulAdd(k4, v, k3), v, k2), v, k1);
  return hn::MulAdd(hn::Mul(at.spread, v), sum, at.spread);
}

// Derivatives of k in the mean, to the powers of v that a change of the mean by 0.001 needs.
template <class V>
struct CurvatureSlopes {
  V first, second, third;
};

template <class D, class V>
HWY_INLINE CurvatureSlopes<V> series_curvature_slopes(D d, const ClassesAt<V>& at, V v) {
  const auto t = at.t;
  const auto a1 = polynomial(d, t, -1.0 / 4, 2.0, 3.0 / 4, -3.0);
  const auto a2 = polynomial(d, t, 1.0 / 2, -25.0 / 8, -15.0 / 4, 95.0 / 8, 15.0 / 4, -75.0 / 8);
  const auto a3 = polynomial(d, t, -79.0 / 96, 113.0 / 24, 185.0 / 16, -33.0, -215.0 / 8, 483.0 / 8,
                             525.0 / 32, -259.0 / 8);
  const auto b0 = polynomial(d, t, -1.0 / 2, 0.0, 3.0 / 2);
  const auto b1 = polynomial(d, t, 1.0, 1.0, -15.0 / 2, -3.0 / 2, 15.0 / 2);
  const auto b2 =
      polynomial(d, t, -25.0 / 16, -17.0 / 4, 45.0 / 2, 15.0, -425.0 / 8, -45.0 / 4, 525.0 / 16);
  const auto c0 = polynomial(d, t, 0.0, 2.0, 0.0, -3.0);
  const auto c1 = polynomial(d, t, 1.0 / 2, -17.0 / 2, -15.0 / 4, 30.0, 15.0 / 4, -45.0 / 2);
  const auto first = hn::MulSub(hn::MulAdd(hn::MulAdd(a3, v, a2), v, a1), v, t);
  return {hn::Mul(at.spread, first), hn::Mul(at.spread, hn::MulAdd(hn::MulAdd(b2, v, b1), v, b0)),
          hn::Mul(at.spread, hn::MulAdd(c1, v, c0))};
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
