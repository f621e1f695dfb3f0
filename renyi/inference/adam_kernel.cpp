#include "renyi/inference/adam_kernel.hpp"

#include "renyi/core/simd/targets-inl.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "renyi/inference/adam_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// 0 as long as all numbers that were shown to it are finite, then NaN.
template <class D>
class Watch {
 public:
  HWY_INLINE Watch() { sum_ = hn::Zero(D()); }
  HWY_INLINE void see(hn::Vec<D> x) { sum_ = hn::Add(sum_, hn::Mul(x, hn::Zero(D()))); }
  HWY_INLINE bool all_finite() const { return hn::AllTrue(D(), hn::Eq(sum_, hn::Zero(D()))); }

 private:
  hn::Vec<D> sum_;
};

// One coordinate a lane. No fused multiply-adds, which not every machine has.
template <class D, bool has_more, class T = hn::TFromD<D>>
class AdamLanes {
 public:
  HWY_INLINE explicit AdamLanes(const kernels::AdamFactors& f)
      : keep1_(set(f.beta1)),
        add1_(set(1.0 - f.beta1)),
        keep2_(set(f.beta2)),
        add2_(set(1.0 - f.beta2)),
        step_(set(f.step)),
        unbias_(set(f.unbias)),
        epsilon_(set(f.epsilon)) {}

  HWY_INLINE void at(Index i, const kernels::AdamArrays<T>& a) {
    const D d;
    auto g = hn::LoadU(d, a.gradient + i);
    if constexpr (has_more) g = hn::Add(g, hn::LoadU(d, a.more + i));
    const auto first = hn::Add(hn::Mul(keep1_, hn::LoadU(d, a.first + i)), hn::Mul(add1_, g));
    const auto second =
        hn::Add(hn::Mul(keep2_, hn::LoadU(d, a.second + i)), hn::Mul(add2_, hn::Mul(g, g)));
    const auto root = hn::Add(hn::Sqrt(hn::Mul(unbias_, second)), epsilon_);
    const auto to = hn::Add(hn::LoadU(d, a.from + i), hn::Div(hn::Mul(step_, first), root));
    hn::StoreU(first, d, a.first + i);
    hn::StoreU(second, d, a.second + i);
    hn::StoreU(to, d, a.to + i);
    squares_.see(second);
    parameters_.see(to);
  }
  HWY_INLINE void report(kernels::AdamOutcome& outcome) const {
    outcome.finite_squares = outcome.finite_squares && squares_.all_finite();
    outcome.finite_parameters = outcome.finite_parameters && parameters_.all_finite();
  }

 private:
  static HWY_INLINE hn::Vec<D> set(double x) { return hn::Set(D(), static_cast<T>(x)); }

  hn::Vec<D> keep1_, add1_, keep2_, add2_, step_, unbias_, epsilon_;
  Watch<D> squares_, parameters_;
};

template <bool has_more, class T>
HWY_INLINE kernels::AdamOutcome adam_arrays(const kernels::AdamFactors& factors,
                                            const kernels::AdamArrays<T>& given) {
  const kernels::AdamArrays<T> arrays = given;  // which no store of vectors may change
  kernels::AdamOutcome outcome;
  const auto lanes = static_cast<Index>(hn::Lanes(hn::ScalableTag<T>()));
  Index i = 0;
  AdamLanes<hn::ScalableTag<T>, has_more> many(factors);
  for (; i + lanes <= arrays.size; i += lanes) many.at(i, arrays);
  many.report(outcome);
  AdamLanes<hn::CappedTag<T, 1>, has_more> one(factors);
  for (; i < arrays.size; ++i) one.at(i, arrays);
  one.report(outcome);
  return outcome;
}
template <class T>
HWY_INLINE kernels::AdamOutcome adam_any(const kernels::AdamFactors& factors,
                                         const kernels::AdamArrays<T>& arrays) {
  return arrays.more == nullptr ? adam_arrays<false>(factors, arrays)
                                : adam_arrays<true>(factors, arrays);
}
kernels::AdamOutcome adam_float(const kernels::AdamFactors& factors,
                                const kernels::AdamArrays<float>& arrays) {
  return adam_any(factors, arrays);
}
kernels::AdamOutcome adam_double(const kernels::AdamFactors& factors,
                                 const kernels::AdamArrays<double>& arrays) {
  return adam_any(factors, arrays);
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace renyi {
namespace simd {
HWY_EXPORT(adam_float);
HWY_EXPORT(adam_double);
}  // namespace simd
kernels::AdamOutcome kernels::adam(const AdamFactors& factors, const AdamArrays<float>& arrays) {
  using namespace simd;  // for the dispatch table's name
  return HWY_DYNAMIC_DISPATCH(adam_float)(factors, arrays);
}
kernels::AdamOutcome kernels::adam(const AdamFactors& factors, const AdamArrays<double>& arrays) {
  using namespace simd;
  return HWY_DYNAMIC_DISPATCH(adam_double)(factors, arrays);
}
}  // namespace renyi
#endif
