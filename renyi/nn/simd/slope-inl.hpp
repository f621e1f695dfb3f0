// Derivatives of activations, from their outputs.
// Per-target include: see foreach_target.h.
#if defined(RENYI_NN_SIMD_SLOPE_INL_HPP_) == defined(HWY_TARGET_TOGGLE)
#ifdef RENYI_NN_SIMD_SLOPE_INL_HPP_
#undef RENYI_NN_SIMD_SLOPE_INL_HPP_
#else
#define RENYI_NN_SIMD_SLOPE_INL_HPP_
#endif

#include <hwy/highway.h>

#include "renyi/core/simd/exp-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace renyi::simd::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// gradient times the activation's derivative, given its output.
struct ReluSlope {
  template <class D, class V>
  HWY_INLINE V operator()(D d, V output, V gradient) const {
    return hn::IfThenElseZero(hn::Gt(output, hn::Zero(d)), gradient);
  }
};
struct TanhSlope {
  template <class D, class V>
  HWY_INLINE V operator()(D /*d*/, V output, V gradient) const {
    return hn::NegMulAdd(hn::Mul(output, output), gradient, gradient);
  }
};
struct SoftplusSlope {  // the sigmoid of the input is 1 - e^-output
  template <class D, class V>
  HWY_INLINE V operator()(D d, V output, V gradient) const {
    return hn::NegMulAdd(exp_nonpositive(d, hn::Neg(output)), gradient, gradient);
  }
};
struct NoSlope {
  template <class D, class V>
  HWY_INLINE V operator()(D /*d*/, V /*output*/, V gradient) const {
    return gradient;
  }
};

}  // namespace renyi::simd::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif  // per-target include guard
