// Runs a check once for every instruction set that this machine can run, the portable fallback
// included, so that kernels which this machine would not choose are tested too.
#pragma once

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cstdint>

#include "tests/support/sanitized.hpp"

namespace renyi::test {

template <class Check>
void each_target(Check check) {
  const std::int64_t supported = hwy::SupportedTargets();
  // Sanitized builds leave some out, see renyi/core/simd/targets-inl.hpp.
  const std::int64_t compiled = renyi::testing::is_sanitized()
                                    ? HWY_AVX2 | HWY_SSE4
                                    : HWY_AVX3 | HWY_AVX2 | HWY_SSE4 | HWY_EMU128;
  for (const std::int64_t target : {HWY_AVX3, HWY_AVX2, HWY_SSE4, HWY_EMU128}) {
    if (((supported | HWY_EMU128) & compiled & target) == 0) continue;
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    check();
    hwy::SetSupportedTargetsForTest(0);
  }
}

}  // namespace renyi::test
