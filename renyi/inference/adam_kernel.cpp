#include "renyi/inference/adam_kernel.hpp"

#include "renyi/core/simd/targets-inl.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "renyi/inference/adam_kernel.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// One coordinate a lane. No fused multiply-adds, which not every machine has.
template <class D>
HWY_INLINE void adam_lanes(D d, const kernels::AdamFactors& f, const kernels::AdamArrays& a,
                           Index i) {
  const auto g = hn::LoadU(d, a.gradient + i);
  const auto first = hn::Add(hn::Mul(hn::Set(d, f.beta1), hn::LoadU(d, a.first + i)),
                             hn::Mul(hn::Set(d, 1.0 - f.beta1), g));
  const auto second = hn::Add(hn::Mul(hn::Set(d, f.beta2), hn::LoadU(d, a.second + i)),
                              hn::Mul(hn::Set(d, 1.0 - f.beta2), hn::Mul(g, g)));
  const auto root = hn::Add(hn::Sqrt(hn::Mul(hn::Set(d, f.unbias), second)), hn::Set(d, f.epsilon));
  const auto move = hn::Div(hn::Mul(hn::Set(d, f.step), first), root);
  hn::StoreU(first, d, a.first + i);
  hn::StoreU(second, d, a.second + i);
  hn::StoreU(hn::Add(hn::LoadU(d, a.from + i), move), d, a.to + i);
}

// Of copies: stores of vectors may change any number that others refer to.
void adam_arrays(const kernels::AdamFactors& given_factors, const kernels::AdamArrays& given) {
  const kernels::AdamFactors factors = given_factors;
  const kernels::AdamArrays arrays = given;
  const hn::ScalableTag<double> d;
  const auto lanes = static_cast<Index>(hn::Lanes(d));
  Index i = 0;
  for (; i + lanes <= arrays.size; i += lanes) adam_lanes(d, factors, arrays, i);
  for (; i < arrays.size; ++i) adam_lanes(hn::CappedTag<double, 1>(), factors, arrays, i);
}

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace renyi {
namespace simd {
HWY_EXPORT(adam_arrays);
}
void kernels::adam(const AdamFactors& factors, const AdamArrays& arrays) {
  using namespace simd;  // for the dispatch table's name
  HWY_DYNAMIC_DISPATCH(adam_arrays)(factors, arrays);
}
}  // namespace renyi
#endif
