#include "renyi/core/column_kernels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "renyi/core/log_space.hpp"
#include "tests/core/each_target.hpp"
#include "tests/core/ulp.hpp"

namespace renyi::column_kernels_test {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::vector<double> uniform(std::size_t n, double low, double high, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::uniform_real_distribution<double> draw(low, high);
  std::vector<double> x(n);
  for (double& value : x) value = draw(engine);
  return x;
}

double exp_of(double x) {
  double out = nan;
  kernels::exp_scaled(1.0, 0.0, std::span(&x, 1), std::span(&out, 1));
  return out;
}

TEST(ColumnKernels, ExtremesAreThoseOfTheStandardLibrary) {
  test::each_target([] {
    for (std::size_t n = 1; n < 70; ++n) {
      const auto x = uniform(n, -3, 3, n);
      const auto [low, high] = std::minmax_element(x.begin(), x.end());
      const auto found = kernels::extremes(x);
      EXPECT_EQ(found.min, *low);
      EXPECT_EQ(found.max, *high);
      EXPECT_FALSE(found.has_nan);
    }
  });
}

TEST(ColumnKernels, ExtremesLeaveNaNsAsideWhereverTheyStand) {
  test::each_target([] {
    for (std::size_t n = 1; n < 40; ++n)
      for (std::size_t at = 0; at < n; ++at) {
        std::vector<double> x(n, 2.0);
        x.back() = 1.0;
        x.front() = 3.0;
        x[at] = nan;
        const auto found = kernels::extremes(x);
        ASSERT_TRUE(found.has_nan);
        if (n == 1) continue;
        ASSERT_EQ(found.min, at == n - 1 ? (n == 2 ? 3.0 : 2.0) : 1.0) << n << ' ' << at;
        ASSERT_EQ(found.max, at == 0 ? (n == 2 ? 1.0 : 2.0) : 3.0) << n << ' ' << at;
      }
  });
}

TEST(ColumnKernels, ExtremesOfNothingAndOfInfinities) {
  const auto none = kernels::extremes({});
  EXPECT_EQ(none.min, infinity);
  EXPECT_EQ(none.max, -infinity);
  EXPECT_FALSE(none.has_nan);
  const std::vector<double> x{0.0, -infinity, infinity, 5.0};
  EXPECT_EQ(kernels::extremes(x).min, -infinity);
  EXPECT_EQ(kernels::extremes(x).max, infinity);
  const auto only_nan = kernels::extremes(std::vector<double>(9, nan));
  EXPECT_EQ(only_nan.min, infinity);
  EXPECT_EQ(only_nan.max, -infinity);
}

TEST(ColumnKernels, FindFirstGivesTheLowestIndex) {
  test::each_target([] {
    for (std::size_t n = 0; n < 40; ++n) {
      std::vector<double> x(n, 1.0);
      EXPECT_EQ(kernels::find_first(x, 2.0), static_cast<std::int64_t>(n));
      for (std::size_t at = n; at-- > 0;) {  // from the back: later hits stay
        x[at] = 2.0;
        ASSERT_EQ(kernels::find_first(x, 2.0), static_cast<std::int64_t>(at));
      }
    }
  });
  EXPECT_EQ(kernels::find_first(std::vector<double>{0.0, infinity, -infinity}, -infinity), 2);
}

TEST(ColumnKernels, TheSumOfIntegersIsExact) {
  test::each_target([] {
    for (std::size_t n = 0; n < 100; ++n) {
      std::vector<double> x(n);
      std::iota(x.begin(), x.end(), 1.0);
      EXPECT_EQ(kernels::sum(x), static_cast<double>(n * (n + 1) / 2));
    }
  });
}

TEST(ColumnKernels, TheSumIsTheSameOnEveryInstructionSetAndAtEveryAddress) {
  for (const std::size_t n : {5u, 16u, 31u, 1000u, 1013u}) {
    const auto x = uniform(n, -1, 1, 9);
    const double expected = kernels::sum(x);
    test::each_target([&] { EXPECT_EQ(kernels::sum(x), expected); });
    std::vector<double> moved(n + 8);
    for (std::size_t shift = 0; shift < 8; ++shift) {
      std::copy(x.begin(), x.end(), moved.begin() + static_cast<std::ptrdiff_t>(shift));
      EXPECT_EQ(kernels::sum(std::span(moved).subspan(shift, n)), expected);
    }
  }
}

TEST(ColumnKernels, ExpIsWithinTwoUlp) {
  test::each_target([] {
    double worst = 0.0;
    for (const double low : {-1e-6, -0.4, -5.0, -100.0, -700.0, -745.2}) {
      const auto x = uniform(100'000, low, 0.0, 4);
      std::vector<double> out(x.size());
      kernels::exp_scaled(1.0, 0.0, x, out);
      for (std::size_t i = 0; i < x.size(); ++i)
        worst =
            std::max(worst, test::ulp_distance(out[i], std::exp(static_cast<long double>(x[i]))));
    }
    EXPECT_LE(worst, 2.0);
    EXPECT_GT(worst, 0.1);  // the comparison compares something
  });
}

TEST(ColumnKernels, ExpAtTheEdges) {
  test::each_target([] {
    EXPECT_EQ(exp_of(0.0), 1.0);
    EXPECT_EQ(exp_of(-0.0), 1.0);
    EXPECT_EQ(exp_of(-infinity), 0.0);
    EXPECT_EQ(exp_of(-1e308), 0.0);
    EXPECT_EQ(exp_of(-746.0), 0.0);
    EXPECT_EQ(exp_of(-745.0), std::numeric_limits<double>::denorm_min());
    EXPECT_TRUE(std::isnan(exp_of(nan)));
  });
}

TEST(ColumnKernels, TheShiftItselfGivesOneEvenWhereItIsInfinite) {
  test::each_target([] {
    for (const double shift : {0.0, 5.0, infinity, -infinity, 1e308})
      for (const double scale : {1.0, -1.0, 0.5, 1e308, -1e308, 1e-300})
        for (const std::size_t n : {1u, 3u, 16u, 21u}) {
          const std::vector<double> x(n, shift);
          std::vector<double> out(n);
          EXPECT_EQ(kernels::exp_scaled(scale, shift, x, out), static_cast<double>(n));
          EXPECT_EQ(out, std::vector<double>(n, 1.0));
          EXPECT_EQ(kernels::expm1_scaled(scale, shift, x, out), 0.0);
          EXPECT_EQ(out, std::vector<double>(n, 0.0));
        }
  });
}

TEST(ColumnKernels, SpreadsBeyondTheRangeOfDoublesGiveZeroNeverNaN) {
  test::each_target([] {
    for (const double scale : {1.0, 1e308, 1e-5}) {
      std::vector<double> out(3);
      const std::vector<double> x{-1.7e308, -infinity, 1.7e308};
      EXPECT_EQ(kernels::exp_scaled(scale, 1.7e308, x, out), 1.0);
      EXPECT_EQ(out, (std::vector<double>{0.0, 0.0, 1.0}));
      const std::vector<double> y{1.7e308, infinity, -1.7e308};
      EXPECT_EQ(kernels::exp_scaled(-scale, -1.7e308, y, out), 1.0);
      EXPECT_EQ(out, (std::vector<double>{0.0, 0.0, 1.0}));
    }
  });
}

TEST(ColumnKernels, ANumberDoesNotDependOnItsPlaceAndTheSumIsThatOfTheOutput) {
  test::each_target([] {
    const auto x = uniform(100, -20, 0, 12);
    std::vector<double> whole(100);
    kernels::exp_scaled(0.7, 0.1, x, whole);
    for (std::size_t n = 1; n <= 100; ++n) {
      std::vector<double> part(n);
      const double total = kernels::exp_scaled(0.7, 0.1, std::span(x).last(n), part);
      ASSERT_TRUE(
          std::equal(part.begin(), part.end(), whole.end() - static_cast<std::ptrdiff_t>(n)));
      ASSERT_EQ(total, kernels::sum(part));
    }
  });
}

TEST(ColumnKernels, Expm1KeepsRelativePrecisionNearZero) {
  test::each_target([] {
    double worst = 0.0;
    for (const double width : {0.5, 0.1, 1e-3, 1e-9, 1e-200, 1e-310}) {
      const auto x = uniform(50'000, -width, width, 6);
      std::vector<double> out(x.size());
      const double total = kernels::expm1_scaled(1.0, 0.0, x, out);
      EXPECT_EQ(total, kernels::sum(out));
      for (std::size_t i = 0; i < x.size(); ++i)
        worst =
            std::max(worst, test::ulp_distance(out[i], std::expm1(static_cast<long double>(x[i]))));
    }
    EXPECT_LE(worst, 2.0);
  });
}

TEST(ColumnKernels, AddMultiplyDoesWhatItSays) {
  test::each_target([] {
    for (std::size_t n = 0; n < 40; ++n) {
      auto x = uniform(n, -1, 1, 3);
      auto expected = x;
      for (double& value : expected) value = (value + 0.3) * 1.7;
      kernels::add_multiply(0.3, 1.7, x);
      EXPECT_EQ(x, expected);
    }
  });
}

}  // namespace
}  // namespace renyi::column_kernels_test
