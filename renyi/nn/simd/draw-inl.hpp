// Loops over a draw's weights: drawing them, and adding what they contribute to the gradient.
// Per-target include: see foreach_target.h.
#if defined(RENYI_NN_SIMD_DRAW_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_NN_SIMD_DRAW_INL_HPP_
#undef RENYI_NN_SIMD_DRAW_INL_HPP_
#else
#define RENYI_NN_SIMD_DRAW_INL_HPP_
#endif

#include <hwy/highway.h>

#include <algorithm>

#include "renyi/core/simd/partial-inl.hpp"
#include "renyi/nn/draw_kernels.hpp"
#include "renyi/nn/simd/padded_row-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {

// The sum of neighbouring parts of a vector, as doubles.
HWY_INLINE auto halves_in_double(PaddedVector<float> v) {
  const hn::Half<PaddedLanes<float>> half;
  const hn::Rebind<double, decltype(half)> d;
  return hn::Add(hn::PromoteTo(d, hn::LowerHalf(half, v)),
                 hn::PromoteTo(d, hn::UpperHalf(half, v)));
}
HWY_INLINE auto halves_in_double(PaddedVector<double> v) { return v; }

// Sums of squares in two chains each, as one alone would wait for itself; `settle` moves them to
// sums in double, before they grow long.
template <class T>
class NormSums {
 public:
  HWY_INLINE NormSums() {
    clear_chains();
    noise_sum_ = weight_sum_ = halves_in_double(noise_[0]);
  }
  HWY_INLINE void add(int chain, PaddedVector<T> e, PaddedVector<T> w) {
    noise_[chain] = hn::MulAdd(e, e, noise_[chain]);
    weights_[chain] = hn::MulAdd(w, w, weights_[chain]);
  }
  HWY_INLINE void settle() {
    noise_sum_ = hn::Add(noise_sum_, halves_in_double(hn::Add(noise_[0], noise_[1])));
    weight_sum_ = hn::Add(weight_sum_, halves_in_double(hn::Add(weights_[0], weights_[1])));
    clear_chains();
  }
  HWY_INLINE kernels::SquaredNorms total() {
    settle();
    const hn::DFromV<decltype(noise_sum_)> d;
    return {hn::GetLane(hn::SumOfLanes(d, noise_sum_)),
            hn::GetLane(hn::SumOfLanes(d, weight_sum_))};
  }

 private:
  HWY_INLINE void clear_chains() {
    noise_[0] = noise_[1] = weights_[0] = weights_[1] = hn::Zero(PaddedLanes<T>());
  }
  PaddedVector<T> noise_[2], weights_[2];
  decltype(halves_in_double(PaddedVector<T>())) noise_sum_, weight_sum_;
};

template <class T>
HWY_INLINE kernels::SquaredNorms draw_weights(const kernels::WeightBlock<T>& given) {
  const kernels::WeightBlock<T> block = given;
  const PaddedLanes<T> d;
  constexpr Index lanes = padded_lanes<T>;
  NormSums<T> sums;
  const Index rest = block.columns % lanes;
  const auto first = first_lanes(d, rest);
  const T *mean = block.mean, *sd = block.sd, *noise = block.noise;
  T* weights = block.weights;
  const auto whole = [&](Index c, int chain) HWY_ATTR {
    const auto e = hn::LoadU(d, noise + c);
    const auto w = hn::MulAdd(hn::LoadU(d, sd + c), e, hn::LoadU(d, mean + c));
    hn::StoreU(w, d, weights + c);
    sums.add(chain, e, w);
  };
  for (Index row = 0; row < block.rows; ++row) {
    if (row % 8 == 7) sums.settle();
    Index c = 0;
    for (; c + 2 * lanes <= block.columns; c += 2 * lanes) {
      whole(c, 0);
      whole(c + lanes, 1);
    }
    if (c + lanes <= block.columns) {
      whole(c, 0);
      c += lanes;
    }
    if (rest != 0) {
      const auto e = load_first(d, noise + c, first, rest);
      const auto w =
          hn::MulAdd(load_first(d, sd + c, first, rest), e, load_first(d, mean + c, first, rest));
      RowPart<T>(block.width - c).store(w, weights + c);
      sums.add(1, e, w);
      c += lanes;
    }
    for (; c < block.width; c += lanes) RowPart<T>(block.width - c).store(hn::Zero(d), weights + c);
    mean += block.columns;
    sd += block.columns;
    noise += block.columns;
    weights += block.width;
  }
  return sums.total();
}

HWY_INLINE hn::Vec<hn::CappedTag<double, 4>> load_as_double(const double* from) {
  return hn::LoadU(hn::CappedTag<double, 4>(), from);
}
HWY_INLINE hn::Vec<hn::CappedTag<double, 4>> load_as_double(const float* from) {
  const hn::CappedTag<double, 4> d;
  return hn::PromoteTo(d, hn::LoadU(hn::Rebind<float, decltype(d)>(), from));
}
template <class T>
HWY_INLINE void sum_parts(const T* const* parts, Index count, Index size, double* out) {
  const hn::CappedTag<double, 4> d;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  Index i = 0;
  for (; i + 4 * lanes <= size; i += 4 * lanes) {
    auto sum0 = hn::Zero(d), sum1 = sum0, sum2 = sum0, sum3 = sum0;
    for (Index part = 0; part < count; ++part) {
      const T* from = parts[part] + i;
      sum0 = hn::Add(sum0, load_as_double(from));
      sum1 = hn::Add(sum1, load_as_double(from + lanes));
      sum2 = hn::Add(sum2, load_as_double(from + 2 * lanes));
      sum3 = hn::Add(sum3, load_as_double(from + 3 * lanes));
    }
    hn::StoreU(sum0, d, out + i);
    hn::StoreU(sum1, d, out + i + lanes);
    hn::StoreU(sum2, d, out + i + 2 * lanes);
    hn::StoreU(sum3, d, out + i + 3 * lanes);
  }
  for (; i < size; ++i) {
    out[i] = 0.0;
    for (Index part = 0; part < count; ++part) out[i] += static_cast<double>(parts[part][i]);
  }
}

// Adds derivatives in weights to the sums: the lanes at `at` that count. To the others, which other
// weights may own, zero is added if they are touched at all.
template <class T>
class GradientAdder {
 public:
  // For `size` weights. Where lanes are touched that do not count, first sums start from zeros.
  HWY_INLINE GradientAdder(const kernels::GradientSums<T>& sums, Index size)
      : sums_(sums), shrink_(hn::Set(PaddedLanes<T>(), sums.shrink)) {
    if (has_masked_rows || !sums.is_first) return;
    std::fill_n(sums.slope_sum, size, T{0});
    std::fill_n(sums.product_sum, size, T{0});
  }

  template <class Part>
  HWY_INLINE void add(PaddedVector<T> g, const Part& part, Index at) const {
    const auto noise = part.load(sums_.noise + at);
    const auto weight = hn::MulAdd(part.load(sums_.sd + at), noise, part.load(sums_.mean + at));
    const auto slope = part.only(hn::NegMulAdd(shrink_, weight, g));
    if (has_masked_rows && sums_.is_first) {
      part.store(slope, sums_.slope_sum + at);
      part.store(hn::Mul(slope, noise), sums_.product_sum + at);
      return;
    }
    part.store(hn::Add(part.load(sums_.slope_sum + at), slope), sums_.slope_sum + at);
    part.store(hn::MulAdd(slope, noise, part.load(sums_.product_sum + at)), sums_.product_sum + at);
  }

 private:
  const kernels::GradientSums<T> sums_;
  PaddedVector<T> shrink_;
};

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
