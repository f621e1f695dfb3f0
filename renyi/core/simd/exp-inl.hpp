// e^x on vectors of float or double, over the whole range. Loops over spans are left to callers.
// Per-target include: see Highway's foreach_target.h.
#if defined(RENYI_CORE_SIMD_EXP_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_CORE_SIMD_EXP_INL_HPP_
#undef RENYI_CORE_SIMD_EXP_INL_HPP_
#else
#define RENYI_CORE_SIMD_EXP_INL_HPP_
#endif

#include <hwy/highway.h>

#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// max(x, low) and min(x, high), where NaN stays NaN: Highway's Min and Max promise that on no
// machine, but x86's instructions give their second operand when either is NaN.
#if HWY_ARCH_X86 && HWY_TARGET != HWY_EMU128
template <class D, class V, class T>
HWY_INLINE V at_least(D d, V x, T low) {
  return hn::Max(hn::Set(d, low), x);
}
template <class D, class V, class T>
HWY_INLINE V at_most(D d, V x, T high) {
  return hn::Min(hn::Set(d, high), x);
}
#else
template <class D, class V, class T>
HWY_INLINE V at_least(D d, V x, T low) {
  return hn::IfThenElse(hn::Lt(x, hn::Set(d, low)), hn::Set(d, low), x);
}
template <class D, class V, class T>
HWY_INLINE V at_most(D d, V x, T high) {
  return hn::IfThenElse(hn::Gt(x, hn::Set(d, high)), hn::Set(d, high), x);
}
#endif
template <class D, class V, class T>
HWY_INLINE V clamp(D d, V x, T low, T high) {
  return at_most(d, at_least(d, x, low), high);
}

// Constants of x = n log 2 + r, |r| <= log(2)/2. `low` and `high` are just outside the arguments
// whose result is neither 0 nor infinite. ln2_high has trailing zeros, so that n ln2_high is exact
// on machines without fused multiply-add.
struct ExpFloat {
  static constexpr float low = -104.0f, high = 89.0f;
  static constexpr float log2_e = 1.44269504f, ln2_high = 0.693359375f, ln2_low = -2.12194440e-4f;
  static constexpr float round = 12582912.0f;  // 1.5 2^23: adding it rounds to an integer
  static constexpr float one = 1.0f, bias = 127.0f, lift = 64.0f, two_to_minus_lift = 0x1p-64f;
  static constexpr int mantissa_bits = 23;
};
struct ExpDouble {
  static constexpr double low = -746.0, high = 710.0;
  static constexpr double log2_e = 1.4426950408889634, ln2_high = 6.93147180369123816490e-01,
                          ln2_low = 1.90821492927058770002e-10;
  static constexpr double round = 6755399441055744.0;  // 1.5 2^52
  static constexpr double one = 1.0, bias = 1023.0, lift = 512.0, two_to_minus_lift = 0x1p-512;
  static constexpr int mantissa_bits = 52;
};

// (e^r - 1 - r) / r^2 for |r| <= log(2)/2, minimax.
template <class D, class V>
requires(sizeof(hn::TFromD<D>) == 4) HWY_INLINE V exp_tail(D d, V r, V r2) {
  const auto low = hn::MulAdd(hn::Set(d, 1.666651964e-01f), r, hn::Set(d, 4.999999404e-01f));
  const auto high = hn::MulAdd(hn::Set(d, 8.368850686e-03f), r, hn::Set(d, 4.166840017e-02f));
  return hn::MulAdd(hn::MulAdd(hn::Set(d, 1.381434966e-03f), r2, high), r2, low);
}
template <class D, class V>
requires(sizeof(hn::TFromD<D>) == 8) HWY_INLINE V exp_tail(D d, V r, V r2) {
  const auto pair = [&](double even, double odd)
                        HWY_ATTR { return hn::MulAdd(hn::Set(d, odd), r, hn::Set(d, even)); };
  const auto r4 = hn::Mul(r2, r2);
  const auto p0 = hn::MulAdd(pair(4.16666666665281016e-02, 8.33333333349685693e-03), r2,
                             pair(5.00000000000001110e-01, 1.66666666666664076e-01));
  const auto p4 = hn::MulAdd(pair(2.48014923871936352e-05, 2.75575883334849604e-06), r2,
                             pair(1.38888889442501887e-03, 1.98412695028576627e-04));
  const auto p8 = pair(2.76305238892027815e-07, 2.49998823805672289e-08);
  return hn::MulAdd(hn::MulAdd(p8, r4, p4), r4, p0);
}

template <class D>
using ExpConstants = std::conditional_t<sizeof(hn::TFromD<D>) == 4, ExpFloat, ExpDouble>;

// e^(x - n log 2) for n the integer nearest to x / log 2.
template <class D, class V>
HWY_INLINE V exp_reduced(D d, V x, V n) {
  using C = ExpConstants<D>;
  auto r = hn::NegMulAdd(n, hn::Set(d, C::ln2_high), x);
  r = hn::NegMulAdd(n, hn::Set(d, C::ln2_low), r);
  const auto r2 = hn::Mul(r, r);
  return hn::Add(hn::MulAdd(r2, exp_tail(d, r, r2), r), hn::Set(d, C::one));
}

// e^x: 1 at 0 exactly, 0 at -inf, NaN at NaN, denormal results rounded once.
template <class D, class V>
HWY_INLINE V exp(D d, V x) {
  using C = ExpConstants<D>;
  const hn::RebindToSigned<D> di;
  x = clamp(d, x, C::low, C::high);
  // Neither 2^1024 nor 2^-1075 is a number, so 2^n is applied as 2^n1 2^n2 with n1 about n/2. The
  // integers stand in the low bits of what is added to `round`, with the bias of exponent fields.
  const auto round_whole = hn::Set(d, C::round + 2 * C::bias);
  const auto whole = hn::MulAdd(x, hn::Set(d, C::log2_e), round_whole);
  const auto half = hn::MulAdd(x, hn::Set(d, C::log2_e / 2), hn::Set(d, C::round + C::bias));
  const auto bits1 = hn::BitCast(di, half);
  const auto bits2 = hn::Sub(hn::BitCast(di, whole), bits1);
  const auto p = exp_reduced(d, x, hn::Sub(whole, round_whole));
  const auto scale1 = hn::BitCast(d, hn::ShiftLeft<C::mantissa_bits>(bits1));
  const auto scale2 = hn::BitCast(d, hn::ShiftLeft<C::mantissa_bits>(bits2));
  return hn::Mul(hn::Mul(p, scale1), scale2);
}

// The same for x <= 0, which needs no large numbers: 2^n = 2^(n + lift) 2^-lift.
template <class D, class V>
HWY_INLINE V exp_nonpositive(D d, V x) {
  using C = ExpConstants<D>;
  const hn::RebindToSigned<D> di;
  x = at_least(d, x, C::low);
  const auto round = hn::Set(d, C::round + C::bias + C::lift);
  const auto whole = hn::MulAdd(x, hn::Set(d, C::log2_e), round);
  const auto p = exp_reduced(d, x, hn::Sub(whole, round));
  const auto scale = hn::BitCast(d, hn::ShiftLeft<C::mantissa_bits>(hn::BitCast(di, whole)));
  return hn::Mul(hn::Mul(p, scale), hn::Set(d, C::two_to_minus_lift));
}

// e^x - 1 for |x| <= 0.5, double, to full relative precision.
template <class D, class V>
HWY_INLINE V expm1_small(D d, V x) {
  const auto pair = [&](double even, double odd)
                        HWY_ATTR { return hn::MulAdd(hn::Set(d, odd), x, hn::Set(d, even)); };
  const auto x2 = hn::Mul(x, x), x4 = hn::Mul(x2, x2);
  const auto p0 = hn::MulAdd(pair(4.16666666666676982e-02, 8.33333333333354485e-03), x2,
                             pair(5.00000000000000000e-01, 1.66666666666666657e-01));
  const auto p4 = hn::MulAdd(pair(2.48015877493114144e-05, 2.75573197202836510e-06), x2,
                             pair(1.38888888885603762e-03, 1.98412698407977715e-04));
  const auto p8 = hn::MulAdd(pair(2.09708481421556809e-09, 1.61311728854189144e-10), x2,
                             pair(2.75570228637846096e-07, 2.50518402184970492e-08));
  return hn::MulAdd(x2, hn::MulAdd(hn::MulAdd(p8, x4, p4), x4, p0), x);
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
