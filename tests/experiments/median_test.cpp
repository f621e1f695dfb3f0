#include "experiments/median.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace renyi::median_test {
namespace {

TEST(Median, IsInTheMiddle) {
  EXPECT_EQ(median({3.0}), 3.0);
  EXPECT_EQ(median({3.0, 1.0, 2.0}), 2.0);
  EXPECT_EQ(median({4.0, 1.0, 100.0, 2.0}), 3.0);
  EXPECT_TRUE(std::isnan(median({})));
}

}  // namespace
}  // namespace renyi::median_test
