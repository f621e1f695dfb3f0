#include "renyi/autodiff/special.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <numbers>

#include "renyi/core/log_space.hpp"
#include "tests/support/generators.hpp"

namespace renyi::special_test {
namespace {

RC_GTEST_PROP(Special, DigammaFollowsItsRecurrenceAndReflection, ()) {
  const double x = *testing::number_between(0.01, 40.0);
  RC_ASSERT(std::abs(digamma(x + 1.0) - digamma(x) - 1.0 / x) <= 1e-14 * (1.0 + 1.0 / x) * 10.0);
  const double p = *testing::number_between(0.05, 0.95);
  const double cotangent = std::numbers::pi / std::tan(std::numbers::pi * p);
  RC_ASSERT(std::abs(digamma(1.0 - p) - digamma(p) - cotangent) <=
            1e-13 * (1.0 + std::abs(cotangent)));
}

TEST(Special, KnownValues) {
  EXPECT_NEAR(digamma(1.0), -std::numbers::egamma, 1e-15);
  EXPECT_NEAR(digamma(0.5), -std::numbers::egamma - 2.0 * std::numbers::ln2, 4e-15);
  EXPECT_NEAR(digamma(1e8), std::log(1e8) - 0.5e-8, 1e-14);
  EXPECT_DOUBLE_EQ(log_gamma(5.0), std::log(24.0));
  EXPECT_DOUBLE_EQ(log_gamma(-0.5), std::log(2.0 * std::sqrt(std::numbers::pi)));
}

TEST(Special, PolesAndInfinities) {
  EXPECT_EQ(log_gamma(0.0), infinity);
  EXPECT_EQ(log_gamma(-3.0), infinity);
  EXPECT_TRUE(std::isnan(digamma(0.0)));
  EXPECT_TRUE(std::isnan(digamma(-2.0)));
  EXPECT_TRUE(std::isnan(digamma(-infinity)));
  EXPECT_TRUE(std::isnan(digamma(std::nan(""))));
  EXPECT_EQ(digamma(infinity), infinity);
}

}  // namespace
}  // namespace renyi::special_test
