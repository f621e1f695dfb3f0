// The counters of a range of Philox blocks, and the random words that they become.
// Per-target include: see foreach_target.h.
#if defined(RENYI_CORE_SIMD_COUNTERS_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_CORE_SIMD_COUNTERS_INL_HPP_
#undef RENYI_CORE_SIMD_COUNTERS_INL_HPP_
#else
#define RENYI_CORE_SIMD_COUNTERS_INL_HPP_
#endif

#include <hwy/highway.h>

#include <cstdint>

#include "renyi/core/simd/philox-inl.hpp"
#include "renyi/core/simd/random_blocks-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The counters of consecutive blocks, a vector of them at a time, with the flags in place, and what
// the first rounds make of them.
class Counters {
 public:
  HWY_INLINE Counters(const BlockRange& range, const RoundKeys& keys) : keys_(keys) {
    constexpr std::size_t max_lanes = HWY_MAX_BYTES / sizeof(std::uint64_t);
    HWY_ALIGN std::uint64_t block[max_lanes], draw[max_lanes];
    const std::uint64_t line = range.blocks_per_line, n = hn::Lanes(Lanes());
    const auto first = static_cast<std::uint64_t>(range.first);
    std::uint64_t in_line = first % line, at_draw = range.first_draw + first / line;
    for (std::uint64_t i = 0; i < n; ++i) {
      const std::uint64_t lane = i % (n / 2) * 2 + i / (n / 2);
      block[lane] = range.block_flags + in_line;
      draw[lane] = range.draw_flags + at_draw;
      if (++in_line == line) {
        in_line = 0;
        ++at_draw;
      }
    }
    const Lanes d;
    block_ = hn::Load(d, block);
    draw_ = hn::Load(d, draw);
    row_ = hn::Set(d, std::uint64_t{range.row});
    step_ = hn::Set(d, std::uint64_t{range.step});
    first_rounds_ = FirstRounds(keys_, draw_, row_, step_);
    block_step_ = hn::Set(d, n % line);
    draw_step_ = hn::Set(d, n / line);
    line_ = hn::Set(d, line);
    last_ = hn::Set(d, range.block_flags + line - 1);
    is_short_ = line <= n;
  }

  // Of the lanes' counters; then each lane moves on by as many blocks as there are lanes.
  HWY_INLINE Blocks next() {
    const Blocks blocks = first_rounds_.of(block_);
    block_ = hn::Add(block_, block_step_);
    const hn::RebindToSigned<Lanes> di;  // numbers stay far below the sign bit
    const auto beyond = hn::Gt(hn::BitCast(di, block_), hn::BitCast(di, last_));
    if (HWY_UNLIKELY(is_short_ || !hn::AllFalse(di, beyond)))
      next_line(hn::BitCast(Lanes(), hn::VecFromMask(di, beyond)));
    return blocks;
  }

 private:
  // beyond: -1 where a lane's line has ended, or 0.
  HWY_INLINE void next_line(Words beyond) {
    block_ = hn::Sub(block_, hn::And(beyond, line_));
    draw_ = hn::Sub(hn::Add(draw_, draw_step_), beyond);
    first_rounds_ = FirstRounds(keys_, draw_, row_, step_);
  }

  const RoundKeys& keys_;
  Words block_, draw_, row_, step_;
  FirstRounds first_rounds_;
  Words block_step_, draw_step_, line_, last_;
  bool is_short_;
};

// The words of the next philox_vectors vectors of blocks.
HWY_INLINE void next_words(const RoundKeys& keys, Counters& counters, Blocks* out) {
  Blocks a = counters.next(), b = counters.next();
  if constexpr (philox_vectors == 4) {
    Blocks c = counters.next(), d = counters.next();
    finish_philox(keys, a, b, c, d);
    out[2] = c;
    out[3] = d;
  } else {
    finish_philox(keys, a, b);
  }
  out[0] = a;
  out[1] = b;
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
