#include "renyi/bound/divergence/order.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/support/generators.hpp"

namespace renyi::divergence::order_test {
namespace {

RC_GTEST_PROP(Order, PartsSumToOne, ()) {
  const double alpha = testing::any_finite_alpha().value();
  const Order order = Order::of(alpha);
  RC_ASSERT(order.alpha == alpha);
  RC_ASSERT(std::abs(order.alpha + order.delta - 1.0L) <= 1e-18L * (1.0L + std::abs(order.alpha)));
}

TEST(Order, KeepsWhatOneMinusAlphaWouldLose) {
  const Order order = Order::of(1e-300).skewed();
  EXPECT_EQ(order.delta, static_cast<Wide>(1e-300));
  EXPECT_EQ(order.alpha, 1.0L);
}

TEST(Order, OnlyInfiniteAlphaIsInfinite) {
  EXPECT_TRUE(Order::of(std::numeric_limits<double>::infinity()).is_infinite());
  EXPECT_FALSE(Order::of(1e308).is_infinite());
}

}  // namespace
}  // namespace renyi::divergence::order_test
