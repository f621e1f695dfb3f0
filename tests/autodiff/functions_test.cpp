#include "renyi/autodiff/functions.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <vector>

#include "renyi/autodiff/value_and_gradient.hpp"
#include "tests/support/generators.hpp"

namespace renyi::functions_test {
namespace {

using testing::number_between;

// By the tape and by dual numbers, which agree in every bit: there is one argument.
template <class Function>
double slope(const Function& function, double x, double* value = nullptr) {
  const auto of = [&]<class T>(std::span<const T> a) -> T { return function(a[0]); };
  std::vector<double> found(1), dual(1);
  const std::vector at = {x};
  const double result = autodiff::tape_gradient(of, at, found);
  EXPECT_EQ(value_and_gradient(of, at, dual), result);
  EXPECT_EQ(dual, found);
  if (value != nullptr) *value = result;
  return found[0];
}

// Central differences of the fourth order in long double: wrong by about 1e-14 of the function.
template <class Function>
double difference(const Function& function, double x) {
  const long double h = 0x1p-14L, at = x;
  return static_cast<double>((8.0L * (function(at + h) - function(at - h)) -
                              (function(at + 2.0L * h) - function(at - 2.0L * h))) /
                             (12.0L * h));
}

// The value as of plain numbers, the slope as of differences.
template <class Function>
void check(const Function& function, double x) {
  double value = 0.0;
  const double found = slope(function, x, &value);
  const auto expected = static_cast<double>(function(static_cast<long double>(x)));
  RC_ASSERT(std::abs(value - expected) <= 1e-13 * (1.0 + std::abs(expected)));
  const double truth = difference(function, x);
  RC_ASSERT(std::abs(found - truth) <= 1e-12 * (1.0 + std::abs(truth) + std::abs(expected)));
}

RC_GTEST_PROP(Functions, OfTheWholeLineHaveTheirSlopes, ()) {
  using std::exp, std::expm1, std::sin, std::cos, std::atan, std::tanh, std::erf, std::erfc;
  const double x = *number_between(-4.0, 4.0);
  check([](auto a) { return exp(a); }, x);
  check([](auto a) { return expm1(a); }, x);
  check([](auto a) { return sin(a); }, x);
  check([](auto a) { return cos(a); }, x);
  check([](auto a) { return atan(a); }, x);
  check([](auto a) { return tanh(a); }, x);
  check([](auto a) { return erf(a); }, x);
  check([](auto a) { return erfc(a); }, x);
}

RC_GTEST_PROP(Functions, OfPositiveNumbersHaveTheirSlopes, ()) {
  using std::log, std::log1p, std::sqrt, std::lgamma, std::pow;
  const double x = *number_between(0.3, 6.0);
  check([](auto a) { return log(a); }, x);
  check([](auto a) { return log1p(a); }, x);
  check([](auto a) { return sqrt(a); }, x);
  check([](auto a) { return lgamma(a); }, x);
  check([](auto a) { return pow(a, 2.5); }, x);
  check([](auto a) { return pow(a, -1.0); }, x);
  check([](auto a) { return pow(a, 2.0); }, x);
  check([](auto a) { return pow(a, 3.0); }, x);
  check([](auto a) { return pow(1.5, a); }, x);
  check([](auto a) { return pow(a, a); }, x);
}

RC_GTEST_PROP(Functions, OfOurOwnHaveTheirSlopes, ()) {
  const double x = *number_between(-30.0, 30.0);
  const double share = 1.0 / (1.0 + std::exp(-x));
  const auto near = [](double value, double truth) {
    RC_ASSERT(std::abs(value - truth) <= 1e-13 * std::abs(truth));
  };
  near(slope([](auto a) { return softplus(a); }, x), share);
  near(slope([](auto a) { return sigmoid(a); }, x),
       std::exp(-std::abs(x)) / std::pow(1.0 + std::exp(-std::abs(x)), 2));
  near(slope([](auto a) { return log_add_exp(a, 0.0); }, x), share);
  near(slope([](auto a) { return log_add_exp(0.0, a); }, x), share);
  near(slope([](auto a) { return log_add_exp(2.0 * a, a); }, x), 1.0 + share);
  const double p = *number_between(0.001, 0.999);
  near(slope([](auto a) { return logit(a); }, p), 1.0 / p + 1.0 / (1.0 - p));
  near(slope([](auto a) { return log1m_exp(a); }, -p), 1.0 - 1.0 / (1.0 - std::exp(-p)));
}

TEST(Functions, TailsKeepTheirPrecision) {
  EXPECT_DOUBLE_EQ(slope([](auto a) { return softplus(a); }, -700.0), std::exp(-700.0));
  EXPECT_DOUBLE_EQ(slope([](auto a) { return sigmoid(a); }, 700.0), std::exp(-700.0));
  EXPECT_EQ(slope([](auto a) { return softplus(a); }, infinity), 1.0);
  EXPECT_EQ(slope([](auto a) { return exp(a); }, -infinity), 0.0);
}

TEST(Functions, CornersTakeOneSideOrTheMiddle) {
  EXPECT_EQ(slope([](auto a) { return abs(a); }, -2.0), -1.0);
  EXPECT_EQ(slope([](auto a) { return fabs(a); }, 2.0), 1.0);
  EXPECT_EQ(slope([](auto a) { return abs(a); }, 0.0), 0.0);
  EXPECT_EQ(slope([](auto a) { return fmax(a, 1.0); }, 2.0), 1.0);
  EXPECT_EQ(slope([](auto a) { return fmax(a, 1.0); }, 0.0), 0.0);
  EXPECT_EQ(slope([](auto a) { return fmin(2.0 * a, 1.0); }, 0.0), 2.0);
  EXPECT_EQ(slope([](auto a) { return fmin(a, 1.0); }, 2.0), 0.0);
  EXPECT_EQ(slope([](auto a) { return fmax(1.0, 3.0 * a) + fmin(1, a); }, 0.5), 4.0);
  EXPECT_EQ(fmax(Variable(std::nan("")), Variable(1.0)).value(), 1.0);
  EXPECT_EQ(fmin(Variable(1.0), Variable(std::nan(""))).value(), 1.0);
}

TEST(Functions, PowersOfZeroAreDefined) {
  EXPECT_EQ(slope([](auto a) { return pow(a, 2.0); }, 0.0), 0.0);
  EXPECT_EQ(slope([](auto a) { return pow(a, 1.0); }, 0.0), 1.0);
  EXPECT_EQ(slope([](auto a) { return pow(a, 0.0); }, 0.0), 0.0);
  EXPECT_EQ(slope([](auto a) { return pow(0.0, a); }, 2.0), 0.0);
  EXPECT_EQ(slope([](auto a) { return pow(decltype(a)(0.0), a); }, 2.0), 0.0);
}

TEST(Functions, KnowWhatIsFinite) {
  EXPECT_TRUE(isfinite(Variable(1.0)) && isnan(Variable(std::nan(""))) &&
              isinf(Variable(infinity)));
  EXPECT_FALSE(isfinite(Variable(infinity)) || isnan(Variable(1.0)) || isinf(Variable(1.0)));
}

}  // namespace
}  // namespace renyi::functions_test
