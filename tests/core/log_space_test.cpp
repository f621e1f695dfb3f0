#include "renyi/core/log_space.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace renyi::log_space_test {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

double wide_number() { return static_cast<double>(*rc::gen::inRange(-800'000, 800'001)) / 1e3; }

bool close(double value, long double truth, double ulps = 4.0) {
  const auto exact = static_cast<double>(truth);
  return std::abs(value - exact) <=
         ulps * epsilon * std::abs(exact) + std::numeric_limits<double>::min();
}

RC_GTEST_PROP(LogSpace, ScalarFunctionsEqualTheirDefinitionInAWiderType, ()) {
  const long double x = wide_number();
  RC_ASSERT(close(softplus(static_cast<double>(x)),
                  x > 0 ? x + std::log1p(std::exp(-x)) : std::log1p(std::exp(x))));
  RC_ASSERT(close(sigmoid(static_cast<double>(x)), 1.0L / (1.0L + std::exp(-x))));
  if (x < 0)
    RC_ASSERT(close(log1m_exp(static_cast<double>(x)),
                    x > -1 ? std::log(-std::expm1(x)) : std::log1p(-std::exp(x))));
}

RC_GTEST_PROP(LogSpace, LogAddExpIsLogSumExpOfTwo, ()) {
  const double a = wide_number();
  const double b = wide_number();
  const std::vector<double> both = {a, b};
  RC_ASSERT(std::abs(log_add_exp(a, b) - log_sum_exp(both)) <=
            4.0 * epsilon * (1.0 + std::abs(a) + std::abs(b)));
  RC_ASSERT(std::abs(log_mean_exp(both) + std::log(2.0) - log_sum_exp(both)) <=
            4.0 * epsilon * (1.0 + std::abs(a) + std::abs(b)));
}

RC_GTEST_PROP(LogSpace, LogSubExpUndoesLogAddExp, ()) {
  const double a = wide_number();
  const double b = a - std::abs(wide_number()) / 100.0;
  const double sum = log_add_exp(a, b);
  // Subtracting the larger part loses as many digits as it is larger.
  RC_ASSERT(std::abs(log_sub_exp(sum, b) - a) <= 16.0 * epsilon * (1.0 + std::abs(a)));
}

TEST(LogSpace, SumsAreTotalOverTheInfinities) {
  EXPECT_EQ(log_add_exp(-infinity, -infinity), -infinity);
  EXPECT_EQ(log_add_exp(-infinity, 2.0), 2.0);
  EXPECT_EQ(log_add_exp(infinity, -infinity), infinity);
  EXPECT_EQ(log_sub_exp(3.0, -infinity), 3.0);
  EXPECT_EQ(log_sub_exp(3.0, 3.0), -infinity);
  EXPECT_EQ(log_sub_exp(-infinity, -infinity), -infinity);
  EXPECT_EQ(log_sub_exp(infinity, 3.0), infinity);
  EXPECT_EQ(log_sum_exp({}), -infinity);
  EXPECT_EQ(log_sum_exp(std::vector{-infinity, -infinity}), -infinity);
  EXPECT_EQ(log_sum_exp(std::vector{-infinity, infinity}), infinity);
  EXPECT_NEAR(log_sum_exp(std::vector{-1e300, 1e300, 1e300}), 1e300, 1e284);
}

TEST(LogSpace, ScalarFunctionsAreTotalOverTheInfinities) {
  EXPECT_EQ(softplus(-infinity), 0.0);
  EXPECT_EQ(softplus(infinity), infinity);
  EXPECT_EQ(log1m_exp(-infinity), 0.0);
  EXPECT_EQ(log1m_exp(0.0), -infinity);
  EXPECT_EQ(sigmoid(-infinity), 0.0);
  EXPECT_EQ(sigmoid(infinity), 1.0);
  EXPECT_EQ(logit(0.0), -infinity);
  EXPECT_EQ(logit(1.0), infinity);
  EXPECT_EQ(logit(0.5), 0.0);
  EXPECT_EQ(expm1_ratio(0.0), 1.0);
  EXPECT_EQ(expm1_ratio(-infinity), 0.0);
  EXPECT_EQ(expm1_ratio(infinity), infinity);
  EXPECT_EQ(log1p_ratio(0.0), 1.0);
  EXPECT_EQ(log1p_ratio(infinity), 0.0);
  EXPECT_EQ(log1p_ratio(-1.0), infinity);
}

TEST(LogSpace, RatiosAreSmoothAtZero) {
  for (const double x : {1e-300, 1e-16, 1e-9, -1e-9}) {
    EXPECT_NEAR(expm1_ratio(x), 1.0 + x / 2.0, epsilon);
    EXPECT_NEAR(log1p_ratio(x), 1.0 - x / 2.0, epsilon);
  }
}

TEST(LogSpace, OnlyNaNAndArgumentsOutsideTheDomainGiveNaN) {
  const double nan = std::nan("");
  EXPECT_TRUE(std::isnan(log_add_exp(nan, 1.0)));
  EXPECT_TRUE(std::isnan(log_sum_exp(std::vector{1.0, nan, infinity})));
  EXPECT_TRUE(std::isnan(log_mean_exp({})));
  EXPECT_TRUE(std::isnan(log_sub_exp(1.0, 2.0)));
  EXPECT_TRUE(std::isnan(log1m_exp(0.5)));
}

}  // namespace
}  // namespace renyi::log_space_test
