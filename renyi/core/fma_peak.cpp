#include "renyi/core/fma_peak.hpp"

#include <cstddef>

#include "renyi/core/simd/targets-inl.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "renyi/core/fma_peak.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace renyi::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

double fma_loop() {
  const hn::ScalableTag<float> d;
  const auto factor = hn::Set(d, 0.999f), offset = hn::Set(d, 0.001f);
  // Ten chains hide a latency of five cycles on two units, and fit sixteen registers. Each starts
  // elsewhere: equal chains would be computed once, and the peak come out too high.
  auto a0 = hn::Iota(d, 0.0f), a1 = hn::Iota(d, 0.1f), a2 = hn::Iota(d, 0.2f),
       a3 = hn::Iota(d, 0.3f), a4 = hn::Iota(d, 0.4f), a5 = hn::Iota(d, 0.5f),
       a6 = hn::Iota(d, 0.6f), a7 = hn::Iota(d, 0.7f), a8 = hn::Iota(d, 0.8f),
       a9 = hn::Iota(d, 0.9f);
  constexpr int iterations = 20'000;
  for (int i = 0; i < iterations; ++i) {
    a0 = hn::MulAdd(a0, factor, offset);
    a1 = hn::MulAdd(a1, factor, offset);
    a2 = hn::MulAdd(a2, factor, offset);
    a3 = hn::MulAdd(a3, factor, offset);
    a4 = hn::MulAdd(a4, factor, offset);
    a5 = hn::MulAdd(a5, factor, offset);
    a6 = hn::MulAdd(a6, factor, offset);
    a7 = hn::MulAdd(a7, factor, offset);
    a8 = hn::MulAdd(a8, factor, offset);
    a9 = hn::MulAdd(a9, factor, offset);
  }
  const auto low = hn::Add(hn::Add(a0, a1), hn::Add(a2, hn::Add(a3, a4)));
  const auto high = hn::Add(hn::Add(a5, a6), hn::Add(a7, hn::Add(a8, a9)));
  const float sum = hn::GetLane(hn::SumOfLanes(d, hn::Add(low, high)));
  asm volatile("" : : "r,m"(sum) : "memory");  // or nothing would be computed
  return 2.0 * 10.0 * iterations * static_cast<double>(hn::Lanes(d));
}

}  // namespace renyi::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace renyi {
HWY_EXPORT(fma_loop);
double run_fma() { return HWY_DYNAMIC_DISPATCH(fma_loop)(); }
}  // namespace renyi
#endif
