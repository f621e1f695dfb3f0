// Standard normals from random bits by Box-Muller: with u1 in (0, 1] and u2 in [0, 1) the pair is
// sqrt(-2 log u1) (cos 2 pi u2, sin 2 pi u2). Where bits come from is left to philox-inl.hpp.
// Per-target include: see foreach_target.h.
#if defined(RENYI_CORE_SIMD_NORMAL_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_CORE_SIMD_NORMAL_INL_HPP_
#undef RENYI_CORE_SIMD_NORMAL_INL_HPP_
#else
#define RENYI_CORE_SIMD_NORMAL_INL_HPP_
#endif

#include <hwy/highway.h>

#include <cstdint>

#include "renyi/core/simd/log-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The 64 bits of a lane as a number in [0, 1), rounded once at most: two halves as the low bits of
// 2^52, because AVX2 converts no 64-bit integers.
template <class D, class VU>
HWY_INLINE hn::Vec<D> fraction_of_bits(D d, VU bits) {
  const hn::RebindToUnsigned<D> du;
  const auto exponent = hn::Set(du, std::uint64_t{0x4330000000000000});
  const auto two52 = hn::Set(d, 0x1p52);
  const auto high = hn::BitCast(d, hn::Or(hn::ShiftRight<32>(bits), exponent));
  const auto low =
      hn::BitCast(d, hn::Or(hn::And(bits, hn::Set(du, std::uint64_t{0xffffffff})), exponent));
  return hn::MulAdd(hn::Sub(high, two52), hn::Set(d, 0x1p-32),
                    hn::Mul(hn::Sub(low, two52), hn::Set(d, 0x1p-64)));
}

// 32 bits as a float. Most sets convert signed integers alone: 2^32 goes back in where the top bit
// was read as a sign.
template <class D, class VU>
HWY_INLINE hn::Vec<D> whole_number(D d, VU bits) {
#if HWY_TARGET == HWY_AVX3
  return hn::ConvertTo(d, bits);
#else
  const hn::RebindToSigned<D> di;
  const auto signed_bits = hn::BitCast(di, bits);
  const auto wrapped =
      hn::And(hn::BroadcastSignBit(signed_bits), hn::BitCast(di, hn::Set(d, 0x1p32f)));
  return hn::Add(hn::ConvertTo(d, signed_bits), hn::BitCast(d, wrapped));
#endif
}

// u1 in (0, 1]: (bits + 1) / 2^32 rounded to float, (bits / 2^11 + 1) / 2^53 exactly in double.
template <class D, class VU>
requires(sizeof(hn::TFromD<D>) == 4) HWY_INLINE hn::Vec<D> first_uniform(D d, VU bits) {
  return hn::MulAdd(whole_number(d, bits), hn::Set(d, 0x1p-32f), hn::Set(d, 0x1p-32f));
}
template <class D, class VU>
requires(sizeof(hn::TFromD<D>) == 8) HWY_INLINE hn::Vec<D> first_uniform(D d, VU bits) {
  const hn::RebindToUnsigned<D> du;
  const auto kept = hn::And(bits, hn::Set(du, ~std::uint64_t{0x7ff}));
  return hn::Add(fraction_of_bits(d, kept), hn::Set(d, 0x1p-53));
}

template <class V>
struct Pair {
  V first, second;
};

// radius (cos 2 pi u2, sin 2 pi u2), float: the angle within its half turn, in [-pi/2, pi/2], is
// the bits but the top one, signed. Where the half turn is the other one, both change sign.
template <class D, class V, class VU>
requires(sizeof(hn::TFromD<D>) == 4) HWY_INLINE Pair<V> turned(D d, V radius, VU bits2) {
  const hn::RebindToUnsigned<D> du;
  const hn::RebindToSigned<D> di;
  const auto rest = hn::ConvertTo(d, hn::BitCast(di, hn::Add(bits2, bits2)));
  const auto t = hn::Mul(rest, hn::Set(d, 3.14159265f * 0x1p-32f)), z = hn::Mul(t, t);
  auto s = hn::MulAdd(hn::Set(d, 2.599045729e-06f), z, hn::Set(d, -1.980605011e-04f));
  s = hn::MulAdd(hn::MulAdd(s, z, hn::Set(d, 8.333008736e-03f)), z, hn::Set(d, -1.666665673e-01f));
  auto c = hn::MulAdd(hn::Set(d, -2.620901967e-07f), z, hn::Set(d, 2.477017915e-05f));
  c = hn::MulAdd(hn::MulAdd(c, z, hn::Set(d, -1.388858538e-03f)), z, hn::Set(d, 4.166665673e-02f));
  c = hn::MulAdd(hn::MulAdd(c, z, hn::Set(d, -0.5f)), z, hn::Set(d, 1.0f));
  const auto other = hn::And(hn::Add(bits2, hn::Set(du, 0x40000000u)), hn::Set(du, 0x80000000u));
  const auto signed_radius = hn::Xor(radius, hn::BitCast(d, other));
  return {hn::Mul(signed_radius, c), hn::Mul(signed_radius, hn::MulAdd(hn::Mul(s, z), t, t))};
}

// (cos t, sin t) for |t| <= pi/4, double.
template <class D, class V>
HWY_INLINE Pair<V> cos_sin(D d, V t) {
  const auto z = hn::Mul(t, t), z2 = hn::Mul(z, z);
  const auto pair = [&](double even, double odd)
                        HWY_ATTR { return hn::MulAdd(hn::Set(d, odd), z, hn::Set(d, even)); };
  auto s = hn::MulAdd(pair(-2.50507586470296511e-08, 1.58968274782007239e-10), z2,
                      pair(-1.98412698298169502e-04, 2.75573136952012514e-06));
  s = hn::MulAdd(s, z2, pair(-1.66666666666666324e-01, 8.33333333332242528e-03));
  auto c = hn::MulAdd(pair(2.08757236867519670e-09, -1.13596699409011185e-11), z2,
                      pair(2.48015872894919354e-05, -2.75573143552659820e-07));
  c = hn::MulAdd(c, z2, pair(4.16666666666666019e-02, -1.38888888888741378e-03));
  const auto low = hn::Mul(z2, c);
  return {hn::Add(hn::MulAdd(hn::Set(d, -0.5), z, low), hn::Set(d, 1.0)),
          hn::MulAdd(hn::Mul(s, z), t, t)};
}

// The same in double: the angle within its quarter, in [-pi/4, pi/4], is the bits but the top two,
// signed. Quarter q = round(4 u2) mod 4 in the top two bits: odd quarters swap, (c, s) -> (-s, c);
// the upper two negate both.
template <class D, class V, class VU>
requires(sizeof(hn::TFromD<D>) == 8) HWY_INLINE Pair<V> turned(D d, V radius, VU bits2) {
  const hn::RebindToUnsigned<D> du;
  const hn::RebindToSigned<D> di;
  const auto sign_bit = hn::Set(du, std::uint64_t{1} << 63);
  const auto rest =
      hn::Sub(fraction_of_bits(d, hn::Xor(hn::ShiftLeft<2>(bits2), sign_bit)), hn::Set(d, 0.5));
  const auto [c, s] = cos_sin(d, hn::Mul(rest, hn::Set(d, 1.5707963267948966)));
  const auto quarter = hn::Add(bits2, hn::Set(du, std::uint64_t{1} << 61));
  const auto odd = hn::ShiftLeft<1>(quarter);
  const auto swap = hn::RebindMask(d, hn::Lt(hn::BitCast(di, odd), hn::Zero(di)));
  const auto negate_second = hn::And(quarter, sign_bit);
  const auto negate_first = hn::And(hn::Xor(quarter, odd), sign_bit);
  const auto first = hn::Mul(radius, hn::IfThenElse(swap, s, c));
  const auto second = hn::Mul(radius, hn::IfThenElse(swap, c, s));
  return {hn::Xor(first, hn::BitCast(d, negate_first)),
          hn::Xor(second, hn::BitCast(d, negate_second))};
}

// sqrt(-2 log u1). D: float or double; bits1: 32 or 64 random bits a lane.
template <class D, class VU>
HWY_INLINE hn::Vec<D> radius_of(D d, VU bits1) {
  using T = hn::TFromD<D>;
  const auto log_u1 = log_of(d, split(d, first_uniform(d, bits1)));
  return hn::Sqrt(hn::Mul(hn::Set(d, T{-2}), log_u1));
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
