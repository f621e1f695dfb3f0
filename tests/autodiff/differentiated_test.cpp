#include "renyi/autodiff/differentiated.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "renyi/autodiff/value_and_gradient.hpp"

namespace renyi::differentiated_test {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

bool same(double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); }

// The gradient of a function of two at (x, y): by the tape, and the same by value_and_gradient(),
// which takes dual numbers.
template <class Function>
std::vector<double> gradient(const Function& function, double x = 3.0, double y = 0.5) {
  const auto of = [&]<class T>(std::span<const T> a) { return T(function(a[0], a[1])); };
  const std::vector at = {x, y};
  std::vector<double> found(2), other(2);
  const double value = autodiff::tape_gradient(of, at, found);
  EXPECT_TRUE(same(value_and_gradient(of, at, other), value));
  EXPECT_TRUE(same(found[0], other[0]) && same(found[1], other[1]))
      << found[0] << " " << found[1] << ", by duals " << other[0] << " " << other[1];
  return found;
}

TEST(Differentiated, ArithmeticHasItsDerivatives) {
  using Pair = std::vector<double>;
  const auto of = [](auto function) { return gradient(function); };
  EXPECT_EQ(of([](auto x, auto y) { return x + y; }), (Pair{1.0, 1.0}));
  EXPECT_EQ(of([](auto x, auto y) { return x - y; }), (Pair{1.0, -1.0}));
  EXPECT_EQ(of([](auto x, auto y) { return x * y; }), (Pair{0.5, 3.0}));
  EXPECT_EQ(of([](auto x, auto y) { return x / y; }), (Pair{2.0, -12.0}));
  EXPECT_EQ(of([](auto x, auto) { return +x - (-x); }), (Pair{2.0, 0.0}));
  EXPECT_EQ(of([](auto x, auto y) { return x += y, x -= 2 * y, x *= y, x /= 2.0; }),
            (Pair{0.25, 1.0}));
  EXPECT_EQ(of([](auto x, auto y) { return 2.0 * x + y * 4.0 + 1.0; }), (Pair{2.0, 4.0}));
  EXPECT_EQ(of([](auto x, auto y) { return 1.0 - x - (y - 1.0); }), (Pair{-1.0, -1.0}));
  EXPECT_EQ(of([](auto x, auto y) { return 1.0 / y + x / 2.0; }), (Pair{0.5, -4.0}));
  EXPECT_EQ(of([](auto, auto) { return 7.0; }), (Pair{0.0, 0.0}));
}

TEST(Differentiated, ComparesAsItsValue) {
  const auto found = gradient([](auto x, auto y) {
    EXPECT_TRUE(x > y && y < x && x >= 3.0 && 3 <= x && x == 3.0 && x != y && !(x < y));
    EXPECT_EQ(static_cast<double>(x), 3.0);
    return x > y ? x * x : y;
  });
  EXPECT_EQ(found, (std::vector{6.0, 0.0}));
  const Variable nan = std::nan("");
  EXPECT_FALSE(nan < 1.0 || nan > 1.0 || nan == nan);
  const autodiff::Dual<8> dual_nan = std::nan("");
  EXPECT_FALSE(dual_nan < 1.0 || dual_nan > 1.0 || dual_nan == dual_nan);
}

TEST(Differentiated, WhatHasNoEffectBringsInNoInfinity) {
  // The slope of the square root is infinite at 0; nothing of it reaches the result.
  EXPECT_EQ(gradient([](auto x, auto y) { return x + 0.0 * sqrt(y); }, 1.0, 0.0),
            (std::vector{1.0, 0.0}));
  EXPECT_EQ(gradient([](auto x, auto y) { return x + (x - x) * sqrt(y); }, 1.0, 0.0),
            (std::vector{1.0, 0.0}));
  EXPECT_EQ(gradient([](auto x, auto y) { return x + sqrt(0.0 * y); }, 1.0, 1.0),
            (std::vector{1.0, 0.0}));
  EXPECT_EQ(gradient(
                [](auto x, auto y) {
                  const auto unused = log(y) * x;  // -inf, with an infinite slope
                  return x + 0.0 * fmax(y, unused);
                },
                1.0, 0.0),
            (std::vector{1.0, 0.0}));
  // A constant divided by has a partial derivative of its own, which is infinite here.
  EXPECT_EQ(gradient([](auto x, auto) { return x / decltype(x)(inf); }), (std::vector{0.0, 0.0}));
}

TEST(Differentiated, WhatIsUndefinedStaysNaN) {
  const auto found = gradient([](auto x, auto y) { return x * log(y); }, 1.0, -1.0);
  EXPECT_TRUE(std::isnan(found[0]));
  EXPECT_EQ(found[1], -1.0);  // 1 / y, which the logarithm's formula still gives
  EXPECT_EQ(gradient([](auto x, auto y) { return x + sqrt(y); }, 1.0, 0.0)[1], inf);
}

TEST(Differentiated, AreTwoKinds) {
  static_assert(autodiff::Differentiated<Variable> && autodiff::Differentiated<autodiff::Dual<8>>);
  static_assert(!autodiff::Differentiated<double> && !autodiff::is_dual<Variable>);
}

}  // namespace
}  // namespace renyi::differentiated_test
