// The instruction sets that the vector kernels are compiled for. Included before any Highway
// header, so that every kernel file agrees.
#pragma once

// Highway gives up its portable fallback (EMU128) with g++ before 12.3 because of that compiler's
// loop vectoriser, which this project turns off; the one-lane fallback it would take instead lacks
// the operations that the kernels need. The tests run the fallback too.
#define HWY_BROKEN_EMU128 0

// Sets that add nothing to our kernels over their neighbours, and those whose vectors have no size
// at compile time: fewer sets compile faster. Sanitizers multiply the time to compile, and their
// builds leave out what few machines run.
#ifdef RENYI_FEWER_TARGETS
#define RENYI_LEFT_OUT HWY_AVX3
#else
#define RENYI_LEFT_OUT 0
#endif
#define HWY_DISABLED_TARGETS \
  (HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | RENYI_LEFT_OUT)
