// tanh, sigmoid and softplus on vectors of float. Loops over spans are left to callers.
// Per-target include: see Highway's foreach_target.h.
#if defined(RENYI_CORE_SIMD_ACTIVATION_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_CORE_SIMD_ACTIVATION_INL_HPP_
#undef RENYI_CORE_SIMD_ACTIVATION_INL_HPP_
#else
#define RENYI_CORE_SIMD_ACTIVATION_INL_HPP_
#endif

#include <hwy/highway.h>

#include "renyi/core/simd/exp-inl.hpp"
#include "renyi/core/simd/log-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// x N(x^2) / D(x^2), a rational function of which all coefficients are positive, so that nothing
// cancels; beyond 9.02 tanh rounds to one. Rounding may step over one: clamped again.
template <class D, class V>
HWY_INLINE V tanh(D d, V x) {
  x = clamp(d, x, -9.02f, 9.02f);
  const auto z = hn::Mul(x, x), z2 = hn::Mul(z, z);
  const auto pair = [&](float even, float odd)
                        HWY_ATTR { return hn::MulAdd(hn::Set(d, odd), z, hn::Set(d, even)); };
  auto n = hn::MulAdd(pair(9.811714108e-08f, 2.942657229e-11f), z2,
                      pair(4.327028524e-03f, 3.982256749e-05f));
  n = hn::MulAdd(n, z2, pair(1.0f, 1.402405798e-01f));
  auto m = hn::MulAdd(pair(2.383475248e-06f, 2.490857076e-09f), z2,
                      pair(2.885171026e-02f, 4.820983158e-04f));
  m = hn::MulAdd(m, z2, pair(1.0f, 4.735738337e-01f));
  return clamp(d, hn::Div(hn::Mul(x, n), m), -1.0f, 1.0f);
}

template <class V>
struct WithDerivative {
  V value, derivative;
};

// 1 / (1 + e^-x), given e = e^-|x|: neither tail cancels.
template <class D, class V>
HWY_INLINE V sigmoid_of(D d, V x, V e) {
  const auto one = hn::Set(d, 1.0f);
  const auto numerator = hn::IfThenElse(hn::Lt(x, hn::Zero(d)), e, one);
  return hn::Div(numerator, hn::Add(one, e));
}

template <class D, class V>
HWY_INLINE V sigmoid(D d, V x) {
  return sigmoid_of(d, x, exp_nonpositive(d, hn::Or(x, hn::SignBit(d))));
}

// log(1 + e^x) = max(x, 0) + log(1 + e^-|x|), to full relative precision in both tails, and its
// derivative, the sigmoid.
template <class D, class V>
HWY_INLINE WithDerivative<V> softplus(D d, V x) {
  const auto e = exp_nonpositive(d, hn::Or(x, hn::SignBit(d)));
  return {hn::Add(hn::Max(x, hn::Zero(d)), log1p_unit(d, e)), sigmoid_of(d, x, e)};
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
