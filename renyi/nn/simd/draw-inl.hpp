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
#include "renyi/nn/simd/lanes-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {

// The sum of neighbouring parts of a vector, as doubles.
HWY_INLINE auto halves_in_double(BlockVector<float> v) {
  const hn::Half<BlockLanes<float>> half;
  const hn::Rebind<double, decltype(half)> d;
  return hn::Add(hn::PromoteTo(d, hn::LowerHalf(half, v)),
                 hn::PromoteTo(d, hn::UpperHalf(half, v)));
}
HWY_INLINE auto halves_in_double(BlockVector<double> v) { return v; }

// Sums of squares in two chains each, as one alone would wait for itself; `settle` moves them to
// sums in double, before they grow long.
template <class T>
class NormSums {
 public:
  HWY_INLINE NormSums() {
    clear_chains();
    noise_sum_ = weight_sum_ = halves_in_double(noise_[0]);
  }
  HWY_INLINE void add(int chain, BlockVector<T> e, BlockVector<T> w) {
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
    noise_[0] = noise_[1] = weights_[0] = weights_[1] = hn::Zero(BlockLanes<T>());
  }
  BlockVector<T> noise_[2], weights_[2];
  decltype(halves_in_double(BlockVector<T>())) noise_sum_, weight_sum_;
};

template <class T>
HWY_INLINE kernels::SquaredNorms draw_weights(const kernels::WeightDraw<T>& given) {
  const kernels::WeightDraw<T> draw = given;
  const BlockLanes<T> d;
  constexpr Index lanes = block_lanes<T>;
  NormSums<T> sums;
  const auto at = [&](Index i, int chain, auto only) HWY_ATTR {
    const auto e = only(hn::LoadU(d, draw.noise + i));
    const auto w = hn::MulAdd(hn::LoadU(d, draw.sd + i), e, only(hn::LoadU(d, draw.mean + i)));
    hn::StoreU(w, d, draw.weights + i);
    sums.add(chain, e, w);
  };
  const auto all = [](BlockVector<T> v) HWY_ATTR { return v; };
  Index i = 0;
  while (i + 2 * lanes <= draw.size) {
    const Index end = std::min(draw.size, i + 32 * lanes);
    for (; i + 2 * lanes <= end; i += 2 * lanes) {
      at(i, 0, all);
      at(i + lanes, 1, all);
    }
    sums.settle();
  }
  for (; i < draw.size; i += lanes) {
    const auto first = first_lanes(d, draw.size - i);
    at(i, 0, [&](BlockVector<T> v) HWY_ATTR { return hn::IfThenElseZero(first, v); });
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
HWY_INLINE void sum_parts(const kernels::PartSums<T>& given) {
  const kernels::PartSums<T> p = given;
  const hn::CappedTag<double, 4> d;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  const auto offset = hn::Set(d, p.offset);
  const auto finish = [&](auto sum, Index i) HWY_ATTR {
    return p.factors == nullptr ? sum : hn::MulAdd(sum, load_as_double(p.factors + i), offset);
  };
  Index i = 0;
  for (; i + 4 * lanes <= p.size; i += 4 * lanes) {
    auto sum0 = hn::Zero(d), sum1 = sum0, sum2 = sum0, sum3 = sum0;
    for (Index part = 0; part < p.count; ++part) {
      const T* from = p.parts[part] + i;
      sum0 = hn::Add(sum0, load_as_double(from));
      sum1 = hn::Add(sum1, load_as_double(from + lanes));
      sum2 = hn::Add(sum2, load_as_double(from + 2 * lanes));
      sum3 = hn::Add(sum3, load_as_double(from + 3 * lanes));
    }
    hn::StoreU(finish(sum0, i), d, p.out + i);
    hn::StoreU(finish(sum1, i + lanes), d, p.out + i + lanes);
    hn::StoreU(finish(sum2, i + 2 * lanes), d, p.out + i + 2 * lanes);
    hn::StoreU(finish(sum3, i + 3 * lanes), d, p.out + i + 3 * lanes);
  }
  for (; i < p.size; ++i) {
    double sum = 0.0;
    for (Index part = 0; part < p.count; ++part) sum += static_cast<double>(p.parts[part][i]);
    p.out[i] = p.factors == nullptr ? sum : sum * static_cast<double>(p.factors[i]) + p.offset;
  }
}

template <int Count, class T>
HWY_INLINE void add_gradients_of(kernels::GradientSums<T> sums,
                                 const kernels::DrawGradient<T>* given, Index size) {
  const BlockLanes<T> d;
  kernels::DrawGradient<T> draws[Count];
  for (int k = 0; k < Count; ++k) draws[k] = given[k];
  for (Index i = 0; i < size; i += block_lanes<T>) {
    const auto before = [&](const T* sum) HWY_ATTR {
      return sums.is_first ? hn::Zero(d) : hn::LoadU(d, sum + i);
    };
    const auto mean = hn::LoadU(d, sums.mean + i), sd = hn::LoadU(d, sums.sd + i);
    auto slope_sum = before(sums.slope_sum), product_sum = before(sums.product_sum);
#pragma GCC unroll 4
    for (int k = 0; k < Count; ++k) {
      const auto noise = hn::LoadU(d, draws[k].noise + i);
      const auto slope = hn::NegMulAdd(hn::Set(d, draws[k].shrink), hn::MulAdd(sd, noise, mean),
                                       hn::LoadU(d, draws[k].gradient + i));
      slope_sum = hn::Add(slope_sum, slope);
      product_sum = hn::MulAdd(slope, noise, product_sum);
    }
    hn::StoreU(slope_sum, d, sums.slope_sum + i);
    hn::StoreU(product_sum, d, sums.product_sum + i);
  }
}

template <class T>
HWY_INLINE void add_gradients(kernels::GradientSums<T> sums, const kernels::DrawGradient<T>* draws,
                              Index count, Index size) {
  constexpr Index many = kernels::draws_together;
  for (; count >= many; count -= many, draws += many, sums.is_first = false)
    HWY_NAMESPACE::add_gradients_of<many>(sums, draws, size);
  for (; count > 0; --count, ++draws, sums.is_first = false)
    HWY_NAMESPACE::add_gradients_of<1>(sums, draws, size);
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
