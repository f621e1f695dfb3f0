// Philox4x32-10 on vectors: one block a 64-bit lane, number for number what Random123 gives.
// What the words are used for is left to callers. Per-target include: see foreach_target.h.
#if defined(RENYI_CORE_SIMD_PHILOX_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_CORE_SIMD_PHILOX_INL_HPP_
#undef RENYI_CORE_SIMD_PHILOX_INL_HPP_
#else
#define RENYI_CORE_SIMD_PHILOX_INL_HPP_
#endif

#include <hwy/highway.h>

#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::ScalableTag<std::uint64_t>;
using Words = hn::Vec<Lanes>;

// The four words of one block a lane. Only the low 32 bits of a lane count: the multiplication
// reads no more than those, so that what else is there need never be cleared between rounds.
struct Blocks {
  Words x0, x1, x2, x3;
};

// A swap of halves, as AVX-512 shifts on one port alone, which multiplies too.
HWY_INLINE Words high_words(Words x) {
  const hn::Repartition<std::uint32_t, Lanes> d32;
  return hn::BitCast(Lanes(), hn::Shuffle2301(hn::BitCast(d32, x)));
}
HWY_INLINE Words multiply(Words x, std::uint32_t factor) {
  const hn::Repartition<std::uint32_t, Lanes> d32;
  const auto factors = hn::BitCast(d32, hn::Set(Lanes(), std::uint64_t{factor}));
  return hn::MulEven(hn::BitCast(d32, x), factors);
}
inline constexpr std::uint32_t philox_factor0 = 0xD2511F53u, philox_factor1 = 0xCD9E8D57u;

// The ten round keys, one multiplier and increment pair each for the two key words.
class RoundKeys {
 public:
  static constexpr int rounds = 10;

  HWY_INLINE RoundKeys(std::uint32_t key0, std::uint32_t key1) {
    for (int round = 0; round < rounds; ++round) {
      low_[round] = hn::Set(Lanes(), std::uint64_t{key0});
      high_[round] = hn::Set(Lanes(), std::uint64_t{key1});
      key0 += 0x9E3779B9u;
      key1 += 0xBB67AE85u;
    }
  }

  HWY_INLINE void apply(int round, Blocks& b) const {
    const auto product0 = multiply(b.x0, philox_factor0);
    const auto product1 = multiply(b.x2, philox_factor1);
    b.x0 = hn::Xor(hn::Xor(high_words(product1), b.x1), low_[round]);
    b.x2 = hn::Xor(hn::Xor(high_words(product0), b.x3), high_[round]);
    b.x1 = product1;
    b.x3 = product0;
  }

  HWY_INLINE Words low(int round) const { return low_[round]; }
  HWY_INLINE Words high(int round) const { return high_[round]; }

 private:
  Words low_[rounds], high_[rounds];
};

// The first two rounds of blocks that differ in x0 alone: half of them is the same for all.
class FirstRounds {
 public:
  static constexpr int rounds = 2;

  FirstRounds() = default;
  HWY_INLINE FirstRounds(const RoundKeys& keys, Words x1, Words x2, Words x3) {
    const auto product1 = multiply(x2, philox_factor1);
    const auto next_x0 = hn::Xor(hn::Xor(high_words(product1), x1), keys.low(0));
    x3_ = multiply(next_x0, philox_factor0);
    for_x2_ = hn::Xor(high_words(x3_), keys.high(1));
    for_x0_ = hn::Xor(product1, keys.low(1));
    for_product1_ = hn::Xor(x3, keys.high(0));
  }
  HWY_INLINE Blocks of(Words x0) const {
    const auto product0 = multiply(x0, philox_factor0);
    const auto product1 = multiply(hn::Xor(high_words(product0), for_product1_), philox_factor1);
    return {hn::Xor(high_words(product1), for_x0_), product1, hn::Xor(product0, for_x2_), x3_};
  }

 private:
  Words for_product1_, for_x0_, for_x2_, x3_;
};

// So many vectors of blocks run side by side: one alone waits for its own multiplications, and so
// do two of AVX-512, which has registers for four.
#if HWY_TARGET == HWY_AVX3
inline constexpr std::size_t philox_vectors = 4;
#else
inline constexpr std::size_t philox_vectors = 2;
#endif

// The rounds behind the first.
template <class... B>
HWY_INLINE void finish_philox(const RoundKeys& keys, B&... blocks) {
#pragma GCC unroll 10
  for (int round = FirstRounds::rounds; round < RoundKeys::rounds; ++round)
    (keys.apply(round, blocks), ...);
}

// low 32 bits of `low` | low 32 bits of `high` << 32, a lane.
HWY_INLINE Words join(Words low, Words high) {
  const hn::Repartition<std::uint32_t, Lanes> d32;
  return hn::BitCast(Lanes(),
                     hn::OddEven(hn::BitCast(d32, hn::ShiftLeft<32>(high)), hn::BitCast(d32, low)));
}

// Pairs of numbers in the order of their blocks, of which the first half is in even lanes, the
// second in odd ones: they need not cross from 128 bits to others.
template <class D, class V>
HWY_INLINE void store_pairs(V first, V second, D d, hn::TFromD<D>* out) {
  hn::StoreU(hn::InterleaveLower(d, first, second), d, out);
  hn::StoreU(hn::InterleaveUpper(d, first, second), d, out + hn::Lanes(d));
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
