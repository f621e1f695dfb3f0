// Runs a check once for every instruction set that this machine can run, the portable fallback
// included, so that kernels which this machine would not choose are tested too.
#pragma once

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cstdint>

namespace renyi::test {

template <class Check>
void each_target(Check check) {
  const std::int64_t supported = hwy::SupportedTargets();
#ifdef RENYI_FEWER_TARGETS
  constexpr std::int64_t compiled = HWY_AVX2 | HWY_SSE4;
#else
  constexpr std::int64_t compiled = HWY_AVX3 | HWY_AVX2 | HWY_SSE4 | HWY_EMU128;
#endif
  for (const std::int64_t target : {HWY_AVX3, HWY_AVX2, HWY_SSE4, HWY_EMU128}) {
    if (((supported | HWY_EMU128) & compiled & target) == 0) continue;
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    check();
    hwy::SetSupportedTargetsForTest(0);
  }
}

}  // namespace renyi::test
