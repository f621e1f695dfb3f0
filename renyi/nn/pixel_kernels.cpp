#include "renyi/nn/pixel_kernels.hpp"

#include <cmath>
#include <numbers>

#include "renyi/core/simd/targets-inl.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "renyi/nn/pixel_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "renyi/core/simd/activation-inl.hpp"
#include "renyi/core/simd/exp-inl.hpp"
#include "renyi/core/simd/log-inl.hpp"
#include "renyi/nn/simd/row-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {

template <class T, bool Slopes>
struct Pixels {
  using V = RowVector<T>;
  static constexpr RowLanes<T> d = {};

  // x l - log(1 + e^l) = x l - max(l, 0) - log(1 + e^-|l|); the factors 1 + e^-|l|, at most 2, are
  // multiplied, and one logarithm is taken of up to 96 of them.
  static HWY_INLINE double bernoulli(T* logits, const T* biases, const T* image, Index pixels) {
    constexpr Index most = 96 * row_lanes<T>;
    auto sum = hn::Zero(d);
    for (Index begin = 0; begin < pixels; begin += most) {
      auto product = hn::Set(d, T(1));
      for_each_vector<T>(std::min(most, pixels - begin), [&](auto place) HWY_ATTR {
        const auto l = hn::Add(place.load(logits + begin), place.load(biases + begin));
        const auto x = place.load(image + begin);
        const auto e = exp_nonpositive(d, hn::Or(l, hn::SignBit(d)));
        const auto factor = hn::Add(hn::Set(d, T(1)), e);
        product = hn::Mul(product, count(place, factor));
        sum = hn::Add(sum, hn::MulSub(x, l, hn::Max(l, hn::Zero(d))));
        if constexpr (Slopes)
          place.store(hn::Sub(x, HWY_NAMESPACE::sigmoid_of(d, l, e)), logits + begin);
      });
      sum = hn::Sub(sum, HWY_NAMESPACE::log(d, product));
    }
    return sum_lanes<T>(sum);
  }
  // Lanes without a pixel count as 1.
  static HWY_INLINE V count(WholeVector /*place*/, V factor) { return factor; }
  static HWY_INLINE V count(LastVector place, V factor) {
    return hn::IfThenElse(place.template lanes<T>(), factor, hn::Set(d, T(1)));
  }

  // -t^2/2 - log sd with t = (x - mean) / sd.
  template <bool Sigmoid, bool Learned>
  static HWY_INLINE double gaussian(T* outputs, const T* biases, const T* image, Index pixels,
                                    T inverse_sd) {
    T* log_sds = outputs + pixels;
    const T* log_sd_biases = biases + pixels;
    const auto one = hn::Set(d, T(1)), half = hn::Set(d, T(0.5));
    auto sum = hn::Zero(d);
    for_each_vector<T>(pixels, [&](auto place) HWY_ATTR {
      auto mean = hn::Add(place.load(outputs), place.load(biases));
      auto inverse = hn::Set(d, inverse_sd);
      if constexpr (Sigmoid) mean = HWY_NAMESPACE::sigmoid(d, mean);
      const auto difference = hn::Sub(place.load(image), mean);
      if constexpr (Learned) {
        const auto log_sd = hn::Add(place.load(log_sds), place.load(log_sd_biases));
        inverse = HWY_NAMESPACE::exp(d, hn::Neg(log_sd));
        sum = hn::Sub(sum, log_sd);
      }
      const auto t = counted(place, hn::Mul(difference, inverse));
      sum = hn::NegMulAdd(hn::Mul(half, t), t, sum);
      if constexpr (Slopes) {
        auto slope = hn::Mul(t, inverse);
        if constexpr (Sigmoid) slope = hn::Mul(slope, hn::Mul(mean, hn::Sub(one, mean)));
        place.store(slope, outputs);
        if constexpr (Learned) place.store(hn::MulSub(t, t, one), log_sds);
      }
    });
    return sum_lanes<T>(sum);
  }
  // Lanes without a pixel count as 0: the sigmoid is not 0 there.
  static HWY_INLINE V counted(WholeVector /*place*/, V t) { return t; }
  static HWY_INLINE V counted(LastVector place, V t) {
    return hn::IfThenElseZero(place.template lanes<T>(), t);
  }

  template <bool Sigmoid>
  static HWY_INLINE double gaussian(const PixelLikelihood& likelihood, T* outputs, const T* biases,
                                    const T* image, Index pixels) {
    const double constant = -0.5 * std::log(2.0 * std::numbers::pi) * static_cast<double>(pixels);
    if (likelihood.model == PixelModel::gaussian)
      return constant + gaussian<Sigmoid, true>(outputs, biases, image, pixels, T(1));
    return constant - std::log(likelihood.sd) * static_cast<double>(pixels) +
           gaussian<Sigmoid, false>(outputs, biases, image, pixels,
                                    static_cast<T>(1.0 / likelihood.sd));
  }

  static void add(const kernels::PixelDraws<T>& p, double* log_weights) {
    const Index width = p.likelihood.outputs(p.pixels);
    for (Index r = 0; r < p.draws; ++r) {
      T* outputs = p.outputs + r * width;
      const T* image = p.images + r / p.per_image * p.pixels;
      if (p.likelihood.model == PixelModel::bernoulli)
        log_weights[r] += bernoulli(outputs, p.biases, image, p.pixels);
      else if (p.likelihood.mean == PixelMean::sigmoid)
        log_weights[r] += gaussian<true>(p.likelihood, outputs, p.biases, image, p.pixels);
      else
        log_weights[r] += gaussian<false>(p.likelihood, outputs, p.biases, image, p.pixels);
    }
  }
};

void compare(const float* levels, Index size, float* values) {
  const RowLanes<float> d;
  for_each_vector<float>(size, [&](auto place) HWY_ATTR {
    const auto below = hn::Lt(place.load(values), place.load(levels));
    place.store(hn::IfThenElseZero(below, hn::Set(d, 1.0f)), values);
  });
}

template <class T>
constexpr kernels::PixelKernels<T> pixel_table = {Pixels<T, false>::add, Pixels<T, true>::add};
const kernels::PixelKernels<float>* float_pixels() { return &pixel_table<float>; }
const kernels::PixelKernels<double>* double_pixels() { return &pixel_table<double>; }

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace renyi::kernels {
namespace {
using namespace simd;  // for the dispatch tables' names
HWY_EXPORT(compare);
HWY_EXPORT(float_pixels);
HWY_EXPORT(double_pixels);
}  // namespace

void compare_levels(const float* levels, Index size, float* values) {
  HWY_DYNAMIC_DISPATCH(compare)(levels, size, values);
}

template <>
const PixelKernels<float>& pixel_kernels<float>() {
  return *HWY_DYNAMIC_DISPATCH(float_pixels)();
}
template <>
const PixelKernels<double>& pixel_kernels<double>() {
  return *HWY_DYNAMIC_DISPATCH(double_pixels)();
}

}  // namespace renyi::kernels
#endif
