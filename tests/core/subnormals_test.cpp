#include "renyi/core/subnormals.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <limits>

#include "renyi/core/parallel.hpp"

namespace renyi::subnormals_test {
namespace {

// As the machine computes it, not the compiler.
float half_of(float number) {
  const volatile float given = number;
  const volatile float half = given * 0.5f;
  return half;
}
bool has_subnormals() { return half_of(std::numeric_limits<float>::min()) != 0.0f; }

#if defined(__x86_64__) || defined(__aarch64__)

TEST(FlushSubnormals, HoldsInItsScopeAlone) {
  ASSERT_TRUE(has_subnormals());
  {
    const FlushSubnormals flush;
    EXPECT_FALSE(has_subnormals());
    {
      const FlushSubnormals again;
      EXPECT_FALSE(has_subnormals());
    }
    EXPECT_FALSE(has_subnormals());
  }
  EXPECT_TRUE(has_subnormals());
}

TEST(FlushSubnormals, ReadsThemAsZerosToo) {
  const volatile float tiny = std::numeric_limits<float>::denorm_min();
  const FlushSubnormals flush;
  const volatile float product = tiny * 1e30f;
  EXPECT_EQ(product, 0.0f);
}

TEST(FlushSubnormals, LeavesOtherNumbersAlone) {
  const FlushSubnormals flush;
  EXPECT_EQ(half_of(2.0f * std::numeric_limits<float>::min()), std::numeric_limits<float>::min());
  EXPECT_EQ(half_of(std::numeric_limits<float>::infinity()),
            std::numeric_limits<float>::infinity());
}

TEST(FlushSubnormals, NotWantedChangesNothing) {
  const FlushSubnormals flush(false);
  EXPECT_TRUE(has_subnormals());
}

// On every thread, and no longer than the caller's.
TEST(FloatMode, OfALoopIsItsCallers) {
  ThreadPool pool(4);
  const auto threads_with = [&] {
    std::atomic<int> with = 0;
    pool.for_each(64, [&](std::int64_t) { with += has_subnormals() ? 1 : 0; });
    return with.load();
  };
  EXPECT_EQ(threads_with(), 64);
  {
    const FlushSubnormals flush;
    EXPECT_EQ(threads_with(), 0);
  }
  EXPECT_EQ(threads_with(), 64);
}

#endif

}  // namespace
}  // namespace renyi::subnormals_test
