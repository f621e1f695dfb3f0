#include "renyi/core/fma_peak.hpp"

#include <gtest/gtest.h>

#include <chrono>

namespace renyi::fma_peak_test {
namespace {

// Ten chains of 20 000 multiply-adds in vectors of at least four.
TEST(FmaPeak, CountsItsOperationsAndTakesItsTime) {
  const auto start = std::chrono::steady_clock::now();
  const double operations = run_fma();
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  EXPECT_GE(operations, 2.0 * 10.0 * 20'000.0 * 4.0);
  EXPECT_EQ(operations, run_fma());
  EXPECT_LT(operations / seconds.count(), 1e12);  // no core is that fast: it was not left out
}

}  // namespace
}  // namespace renyi::fma_peak_test
