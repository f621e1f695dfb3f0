#include "renyi/core/blocked_signals.hpp"

#include <gtest/gtest.h>

namespace renyi::blocked_signals_test {
namespace {

volatile sig_atomic_t came = 0;

TEST(BlockedSignals, WaitUntilTheEndOfTheScope) {
  came = 0;
  const auto before = ::signal(SIGUSR1, [](int) { came = came + 1; });
  {
    const BlockedSignals outer;
    {
      const BlockedSignals inner;
      ::raise(SIGUSR1);
    }
    EXPECT_EQ(came, 0);
  }
  EXPECT_EQ(came, 1);
  ::signal(SIGUSR1, before);
}

}  // namespace
}  // namespace renyi::blocked_signals_test
