// Sums of doubles whose order depends on the number of terms alone: term i goes to accumulator
// i % 16 on every machine, and the sixteen are added as one fixed tree.
// Per-target include: see foreach_target.h.
#if defined(RENYI_CORE_SIMD_SUM_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_CORE_SIMD_SUM_INL_HPP_
#undef RENYI_CORE_SIMD_SUM_INL_HPP_
#else
#define RENYI_CORE_SIMD_SUM_INL_HPP_
#endif

#include <hwy/highway.h>

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using DoubleLanes = hn::CappedTag<double, 8>;
using DoubleVector = hn::Vec<DoubleLanes>;

class OrderedSum {
 public:
  static constexpr std::size_t accumulators = 16;  // terms that one add() takes
  static constexpr std::size_t lanes = hn::MaxLanes(DoubleLanes());
  static constexpr std::size_t vectors = accumulators / lanes;

  HWY_INLINE OrderedSum() {
    for (auto& partial : partials_) partial = hn::Zero(DoubleLanes());
  }
  // Lanes [part * lanes, (part + 1) * lanes) of the next sixteen terms.
  HWY_INLINE void add(std::size_t part, DoubleVector terms) {
    partials_[part] = hn::Add(partials_[part], terms);
  }
  HWY_INLINE double total() const {
    HWY_ALIGN double p[accumulators];
    for (std::size_t i = 0; i < vectors; ++i) hn::Store(partials_[i], DoubleLanes(), p + i * lanes);
    for (std::size_t half = accumulators / 2; half > 0; half /= 2)
      for (std::size_t i = 0; i < half; ++i) p[i] += p[i + half];
    return p[0];
  }

 private:
  DoubleVector partials_[vectors];
};

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
