// Ranges of Philox blocks as bits, uniforms and normals, for every instruction set.
#include <cstring>

#include "renyi/core/simd/random_blocks-inl.hpp"
#include "renyi/core/simd/targets-inl.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "renyi/core/simd/random_blocks.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "renyi/core/simd/counters-inl.hpp"
#include "renyi/core/simd/normal-inl.hpp"
#include "renyi/core/simd/philox-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Doubles = hn::Repartition<double, Lanes>;
using Floats = hn::Repartition<float, Lanes>;
using Unsigned = hn::Repartition<std::uint32_t, Lanes>;

// What a vector of blocks becomes in memory: out holds 16 bytes a block, in the order of blocks.
// begin() does the first half of a long way there, in place.
struct AtOnce {
  static HWY_INLINE void begin(Blocks& /*b*/) {}
};
struct WriteBits : AtOnce {
  using Element = std::uint32_t;
  static HWY_INLINE void write(const Blocks& b, Element* out) {
    const Unsigned d;
    // Within a lane the even word lies low: pairs (x0, x2) and (x1, x3) interleave into order.
    store_pairs(hn::BitCast(d, join(b.x0, b.x2)), hn::BitCast(d, join(b.x1, b.x3)), d, out);
  }
};
struct WriteUniformFloat : AtOnce {
  using Element = float;
  static HWY_INLINE void write(const Blocks& b, Element* out) {
    const Floats d;
    store_pairs(uniform(join(b.x0, b.x2)), uniform(join(b.x1, b.x3)), d, out);
  }
  static HWY_INLINE hn::Vec<Floats> uniform(Words words) {
    const hn::RebindToSigned<Floats> di;
    const auto top = hn::ShiftRight<8>(hn::BitCast(Unsigned(), words));
    return hn::Mul(hn::ConvertTo(Floats(), hn::BitCast(di, top)), hn::Set(Floats(), 0x1p-24f));
  }
};
struct WriteUniformDouble : AtOnce {
  using Element = double;
  static HWY_INLINE void write(const Blocks& b, Element* out) {
    store_pairs(uniform(join(b.x0, b.x1)), uniform(join(b.x2, b.x3)), Doubles(), out);
  }
  static HWY_INLINE hn::Vec<Doubles> uniform(Words words) {
    return fraction_of_bits(Doubles(), hn::And(words, hn::Set(Lanes(), ~std::uint64_t{0x7ff})));
  }
};
struct WriteNormalFloat {
  using Element = float;
  static HWY_INLINE void begin(Blocks& b) {
    const auto radius = radius_of(Floats(), hn::BitCast(Unsigned(), join(b.x0, b.x2)));
    b.x0 = hn::BitCast(Lanes(), radius);
  }
  static HWY_INLINE void write(const Blocks& b, Element* out) {
    const Floats d;
    const auto z = turned(d, hn::BitCast(d, b.x0), hn::BitCast(Unsigned(), join(b.x1, b.x3)));
    store_pairs(z.first, z.second, d, out);
  }
};
struct WriteNormalDouble {
  using Element = double;
  static HWY_INLINE void begin(Blocks& b) {
    b.x0 = hn::BitCast(Lanes(), radius_of(Doubles(), join(b.x0, b.x1)));
  }
  static HWY_INLINE void write(const Blocks& b, Element* out) {
    const Doubles d;
    const auto z = turned(d, hn::BitCast(d, b.x0), join(b.x2, b.x3));
    store_pairs(z.first, z.second, d, out);
  }
};

template <class Writer>
HWY_INLINE void generate(const BlockRange& range, typename Writer::Element* out) {
  using Element = typename Writer::Element;
  constexpr std::size_t elements_per_block = 16 / sizeof(Element);
  const std::size_t n = hn::Lanes(Lanes()), count = static_cast<std::size_t>(range.count);
  const RoundKeys keys(range.key[0], range.key[1]);
  Counters counters(range, keys);
  std::size_t done = 0;
  // Words of several vectors first, then what becomes of them: in short loops the processor finds
  // more to do at a time than in a long one.
  constexpr std::size_t together = 16;
  for (; done + together * n <= count; done += together * n) {
    Blocks group[together];
    for (std::size_t i = 0; i < together; i += philox_vectors)
      next_words(keys, counters, group + i);
    for (std::size_t i = 0; i < together; ++i) Writer::begin(group[i]);
    for (std::size_t i = 0; i < together; ++i)
      Writer::write(group[i], out + (done + i * n) * elements_per_block);
  }
  // The rest goes through the same code, its end into a buffer that has room for whole vectors.
  HWY_ALIGN Element buffer[philox_vectors * HWY_MAX_BYTES / 8 * elements_per_block];
  for (; done < count; done += philox_vectors * n) {
    Blocks group[philox_vectors];
    next_words(keys, counters, group);
    const bool fits = done + philox_vectors * n <= count;
    Element* const to = fits ? out + done * elements_per_block : buffer;
    for (std::size_t i = 0; i < philox_vectors; ++i) Writer::begin(group[i]);
    for (std::size_t i = 0; i < philox_vectors; ++i)
      Writer::write(group[i], to + i * n * elements_per_block);
    if (!fits) std::memcpy(out + done * elements_per_block, buffer, (count - done) * 16);
  }
}

void bits(const BlockRange& range, std::uint32_t* out) { generate<WriteBits>(range, out); }
void uniform_float(const BlockRange& range, float* out) { generate<WriteUniformFloat>(range, out); }
void uniform_double(const BlockRange& range, double* out) {
  generate<WriteUniformDouble>(range, out);
}
void normal_float(const BlockRange& range, float* out) { generate<WriteNormalFloat>(range, out); }
void normal_double(const BlockRange& range, double* out) {
  generate<WriteNormalDouble>(range, out);
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace renyi::simd {
HWY_EXPORT(bits);
HWY_EXPORT(uniform_float);
HWY_EXPORT(uniform_double);
HWY_EXPORT(normal_float);
HWY_EXPORT(normal_double);

void random_bits(const BlockRange& range, std::uint32_t* out) {
  HWY_DYNAMIC_DISPATCH(bits)(range, out);
}
void random_uniform(const BlockRange& range, float* out) {
  HWY_DYNAMIC_DISPATCH(uniform_float)(range, out);
}
void random_uniform(const BlockRange& range, double* out) {
  HWY_DYNAMIC_DISPATCH(uniform_double)(range, out);
}
void random_normal(const BlockRange& range, float* out) {
  HWY_DYNAMIC_DISPATCH(normal_float)(range, out);
}
void random_normal(const BlockRange& range, double* out) {
  HWY_DYNAMIC_DISPATCH(normal_double)(range, out);
}
}  // namespace renyi::simd
#endif
