// log x and log(1 + x) on vectors. Loops over spans are left to callers.
// Per-target include: see Highway's foreach_target.h.
#if defined(RENYI_CORE_SIMD_LOG_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_CORE_SIMD_LOG_INL_HPP_
#undef RENYI_CORE_SIMD_LOG_INL_HPP_
#else
#define RENYI_CORE_SIMD_LOG_INL_HPP_
#endif

#include <hwy/highway.h>

#include <limits>

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// x = 2^exponent (1 + fraction), 1 + fraction in [sqrt(1/2), sqrt(2)); x positive and normal.
template <class V>
struct Split {
  V exponent, fraction;
};
template <class D, class V>
requires(sizeof(hn::TFromD<D>) == 4) HWY_INLINE Split<V> split(D d, V x) {
  const hn::RebindToSigned<D> di;
  const auto bits = hn::BitCast(di, x);
  const auto shifted = hn::Sub(bits, hn::Set(di, 0x3f3504f3));
  const auto mantissa = hn::Sub(bits, hn::And(shifted, hn::Set(di, ~0x007fffff)));
  return {hn::ConvertTo(d, hn::ShiftRight<23>(shifted)),
          hn::Sub(hn::BitCast(d, mantissa), hn::Set(d, 1.0f))};
}
template <class D, class V>
requires(sizeof(hn::TFromD<D>) == 8) HWY_INLINE Split<V> split(D d, V x) {
  const hn::RebindToUnsigned<D> du;
  constexpr std::uint64_t one = 0x3ff0000000000000, half_root = 0x3fe6a09e667f3bcd;
  const auto shifted = hn::Add(hn::BitCast(du, x), hn::Set(du, one - half_root));
  // The biased exponent becomes a double as the low bits of 2^52: AVX2 converts no 64-bit integers.
  const auto exponent = hn::BitCast(
      d, hn::Or(hn::ShiftRight<52>(shifted), hn::Set(du, std::uint64_t{0x4330000000000000})));
  const auto mantissa =
      hn::Add(hn::And(shifted, hn::Set(du, (std::uint64_t{1} << 52) - 1)), hn::Set(du, half_root));
  return {hn::Sub(exponent, hn::Set(d, 4503599627370496.0 + 1023.0)),
          hn::Sub(hn::BitCast(d, mantissa), hn::Set(d, 1.0))};
}

// log(2^exponent (1 + fraction)).
template <class D, class V>
requires(sizeof(hn::TFromD<D>) == 4) HWY_INLINE V log_of(D d, Split<V> s) {
  const auto f = s.fraction, f2 = hn::Mul(f, f), f4 = hn::Mul(f2, f2);
  const auto pair = [&](float even, float odd)
                        HWY_ATTR { return hn::MulAdd(hn::Set(d, odd), f, hn::Set(d, even)); };
  const auto p0 = hn::MulAdd(pair(2.000228614e-01f, -1.662455648e-01f), f2,
                             pair(3.333331645e-01f, -2.500081062e-01f));
  const auto p4 = hn::MulAdd(pair(1.288166940e-01f, -7.859665155e-02f), f2,
                             pair(1.418118775e-01f, -1.312873811e-01f));
  auto y = hn::Mul(hn::Mul(f, f2), hn::MulAdd(p4, f4, p0));
  y = hn::MulAdd(s.exponent, hn::Set(d, -2.12194440e-4f), y);
  y = hn::Add(hn::MulAdd(f2, hn::Set(d, -0.5f), y), f);
  return hn::MulAdd(s.exponent, hn::Set(d, 0.693359375f), y);
}
template <class D, class V>
requires(sizeof(hn::TFromD<D>) == 8) HWY_INLINE V log_of(D d, Split<V> s) {
  // log(1 + f) = f - (h - q (h + R)), q = f/(2 + f), h = f^2/2: the usual series in q^2, arranged
  // so that the rounding of q does not matter.
  const auto f = s.fraction;
  const auto q = hn::Div(f, hn::Add(hn::Set(d, 2.0), f));
  const auto z = hn::Mul(q, q), z2 = hn::Mul(z, z), z4 = hn::Mul(z2, z2);
  const auto pair = [&](double even, double odd)
                        HWY_ATTR { return hn::MulAdd(hn::Set(d, odd), z, hn::Set(d, even)); };
  const auto p0 = hn::MulAdd(pair(2.85714287423839919e-01, 2.22221985734438660e-01), z2,
                             pair(6.66666666666673402e-01, 3.99999999994146982e-01));
  const auto p4 = hn::MulAdd(hn::Set(d, 1.47959500391285220e-01), z2,
                             pair(1.81835643179500461e-01, 1.53140506348386579e-01));
  const auto tail = hn::Mul(z, hn::MulAdd(p4, z4, p0));
  const auto h = hn::Mul(hn::Mul(hn::Set(d, 0.5), f), f);
  const auto low =
      hn::MulAdd(q, hn::Add(h, tail), hn::Mul(s.exponent, hn::Set(d, 1.90821492927058770002e-10)));
  return hn::MulAdd(s.exponent, hn::Set(d, 6.93147180369123816490e-01),
                    hn::Sub(f, hn::Sub(h, low)));
}

// log x over the whole range: -inf at ±0, NaN below 0.
template <class D, class V>
HWY_INLINE V log(D d, V x) {
  using T = hn::TFromD<D>;
  using Limits = std::numeric_limits<T>;
  constexpr int digits = Limits::digits;
  const auto zero = hn::Zero(d), infinity = hn::Set(d, Limits::infinity());
  // Denormal numbers are scaled up first.
  const auto tiny = hn::Lt(x, hn::Set(d, Limits::min()));
  const auto scaled = hn::Mul(x, hn::Set(d, static_cast<T>(std::uint64_t{1} << digits)));
  auto s = split(d, hn::IfThenElse(tiny, scaled, x));
  s.exponent = hn::Sub(s.exponent, hn::IfThenElseZero(tiny, hn::Set(d, T{digits})));
  const auto y = log_of(d, s);
  const auto regular = hn::And(hn::Gt(x, zero), hn::Lt(x, infinity));
  const auto below = hn::IfThenElse(hn::Lt(x, zero), hn::Set(d, Limits::quiet_NaN()), x);
  const auto special = hn::IfThenElse(hn::Eq(x, zero), hn::Neg(infinity), below);
  return hn::IfThenElse(regular, y, special);
}

// log(1 + x) for 0 <= x <= 1, float; the sign of zero stays.
template <class D, class V>
HWY_INLINE V log1p_unit(D d, V x) {
  const auto x2 = hn::Mul(x, x), x4 = hn::Mul(x2, x2);
  const auto pair = [&](float even, float odd)
                        HWY_ATTR { return hn::MulAdd(hn::Set(d, odd), x, hn::Set(d, even)); };
  const auto p0 = hn::MulAdd(pair(-2.496147454e-01f, 1.971085519e-01f), x2,
                             pair(-4.999994040e-01f, 3.333077133e-01f));
  const auto p4 = hn::MulAdd(pair(-5.845564604e-02f, 2.063053288e-02f), x2,
                             pair(-1.540117264e-01f, 1.075957119e-01f));
  const auto p = hn::MulAdd(hn::MulAdd(hn::Set(d, -3.413825296e-03f), x4, p4), x4, p0);
  return hn::MulAdd(x2, p, x);
}

// log(1 + x) over the whole range, float: -inf at -1, NaN below.
template <class D, class V>
HWY_INLINE V log1p(D d, V x) {
  using Limits = std::numeric_limits<float>;
  const auto one = hn::Set(d, 1.0f), zero = hn::Zero(d);
  const auto unit = hn::And(hn::Ge(x, zero), hn::Le(x, one));
  const auto easy = log1p_unit(d, x);
  // Which formula a lane takes depends on its own value alone; this only skips the unused one.
  if (HWY_LIKELY(hn::AllTrue(d, unit))) return easy;
  // 1 + x rounds; what it lost, scaled like the mantissa, goes back into the fraction.
  const auto u = hn::Add(one, x);
  const auto lost = hn::Sub(x, hn::Sub(u, one));
  auto s = split(d, u);
  const hn::RebindToSigned<D> di;
  const auto negated = hn::Sub(hn::Set(di, 127), hn::ConvertTo(di, s.exponent));
  const auto scale = hn::BitCast(d, hn::ShiftLeft<23>(hn::Max(negated, hn::Zero(di))));
  s.fraction = hn::MulAdd(lost, scale, s.fraction);
  const auto y = log_of(d, s);
  const auto infinity = hn::Set(d, Limits::infinity());
  const auto regular = hn::And(hn::Gt(x, hn::Set(d, -1.0f)), hn::Lt(x, infinity));
  const auto below = hn::IfThenElse(hn::Lt(u, zero), hn::Set(d, Limits::quiet_NaN()), x);
  const auto special = hn::IfThenElse(hn::Eq(u, zero), hn::Neg(infinity), below);
  // Beside zero the result is the argument, and so is the sign.
  const auto still = hn::IfThenElse(hn::Eq(u, one), x, hn::IfThenElse(regular, y, special));
  return hn::IfThenElse(unit, easy, still);
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
