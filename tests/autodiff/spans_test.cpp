#include "renyi/autodiff/spans.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <vector>

#include "renyi/autodiff/value_and_gradient.hpp"
#include "renyi/core/error.hpp"
#include "tests/support/generators.hpp"

namespace renyi::spans_test {
namespace {

using Arguments = std::span<const Variable>;

std::vector<double> some_numbers(std::size_t size) {
  std::vector<double> found(size);
  for (double& number : found) number = *testing::number_between(-3.0, 3.0);
  return found;
}

// Both functions of the same arguments have one value and one gradient, by the tape and by dual
// numbers.
template <class First, class Second>
void expect_same(const std::vector<double>& at, const First& first, const Second& second) {
  std::vector<double> one(at.size()), dual(at.size()), other(at.size());
  const double value = autodiff::tape_gradient(first, at, one);
  RC_ASSERT(std::abs(value - value_and_gradient(first, at, dual)) <= 1e-12);
  RC_ASSERT(std::abs(value - autodiff::tape_gradient(second, at, other)) <= 1e-12);
  for (std::size_t i = 0; i < at.size(); ++i)
    RC_ASSERT(std::abs(one[i] - other[i]) <= 1e-12 && std::abs(dual[i] - other[i]) <= 1e-12);
}

RC_GTEST_PROP(Spans, EqualTheirLoops, ()) {
  const auto size = *rc::gen::inRange<std::size_t>(1, 9);
  const auto at = some_numbers(size), weights = some_numbers(size);
  expect_same(
      at, []<class T>(std::span<const T> a) { return sum(a); },
      []<class T>(std::span<const T> a) {
        T total = 0.0;
        for (const auto& x : a) total += x;
        return total;
      });
  expect_same(
      at, []<class T>(std::span<const T> a) { return log_sum_exp(a); },
      []<class T>(std::span<const T> a) {
        T total = 0.0;
        for (const auto& x : a) total += exp(x);
        return log(total);
      });
  expect_same(
      at,
      [&]<class T>(std::span<const T> a) { return dot(weights, a) * dot(a, a) + dot(a, weights); },
      [&]<class T>(std::span<const T> a) {
        T with_weights = 0.0, squares = 0.0;
        for (std::size_t i = 0; i < a.size(); ++i) {
          with_weights += weights[i] * a[i];
          squares += a[i] * a[i];
        }
        return with_weights * squares + with_weights;
      });
}

RC_GTEST_PROP(Spans, TakePartsOfTheArgumentsAndOtherVariables, ()) {
  const auto at = some_numbers(6);
  const auto weights = some_numbers(3);
  expect_same(
      at,
      [&]<class T>(std::span<const T> a) {
        const std::vector<T> others = {2.0 * a[0], T(4.0), a[1] * a[2]};
        return dot(weights, a.subspan(2, 3)) + dot(weights, others) * dot(others, a.last(3)) +
               log_sum_exp(others) + sum(others);
      },
      [&]<class T>(std::span<const T> a) {
        const std::vector<T> others = {2.0 * a[0], T(4.0), a[1] * a[2]};
        T first = 0.0, second = 0.0, third = 0.0, exponentials = 0.0, total = 0.0;
        for (std::size_t i = 0; i < 3; ++i) {
          first += weights[i] * a[2 + i];
          second += weights[i] * others[i];
          third += others[i] * a[3 + i];
          exponentials += exp(others[i]);
          total += others[i];
        }
        return first + second * third + log(exponentials) + total;
      });
}

TEST(Spans, TheWeightsMayBeGoneBeforeTheGradientIsAskedFor) {
  std::vector<double> found(2);
  value_and_gradient(
      [](Arguments a) {
        std::vector<double> weights = {2.0, 3.0};
        const Variable product = dot(weights, a);
        weights = {-1.0, -1.0};
        return product;
      },
      std::vector{1.0, 1.0}, found);
  EXPECT_EQ(found, (std::vector{2.0, 3.0}));
}

TEST(Spans, OfPlainNumbersAndOfNone) {
  const std::vector<double> x = {1.0, 2.0}, y = {3.0, -1.0}, none;
  EXPECT_EQ(sum(x), 3.0);
  EXPECT_EQ(dot(x, y), 1.0);
  EXPECT_EQ(sum(none) + dot(none, none), 0.0);
  const std::vector<Variable> empty, constants = {1.0, 2.0};
  EXPECT_EQ(sum(empty).value() + dot(empty, empty).value() + dot(none, empty).value(), 0.0);
  EXPECT_EQ(log_sum_exp(empty).value(), -infinity);
  EXPECT_TRUE(sum(constants).is_constant() && dot(y, constants).is_constant());
  EXPECT_EQ(dot(y, constants).value(), 1.0);
  const std::vector<autodiff::Dual<8>> no_duals;
  EXPECT_EQ(sum(no_duals).value() + dot(no_duals, no_duals).value() + dot(none, no_duals).value(),
            0.0);
  EXPECT_EQ(log_sum_exp(no_duals).value(), -infinity);
}

TEST(Spans, LogSumExpIsTotalOverTheInfinities) {
  std::vector<double> found(2), dual(2);
  const auto at = [&](double x, double y) {
    const auto function = [](auto a) { return log_sum_exp(a); };
    const double value = autodiff::tape_gradient(function, std::vector{x, y}, found);
    const double other = value_and_gradient(function, std::vector{x, y}, dual);
    EXPECT_TRUE(other == value || (std::isnan(other) && std::isnan(value)));
    EXPECT_TRUE(std::isnan(value) || dual == found);
    return value;
  };
  EXPECT_EQ(at(-infinity, -infinity), -infinity);
  EXPECT_EQ(at(-infinity, 2.0), 2.0);
  EXPECT_EQ(found, (std::vector{0.0, 1.0}));
  EXPECT_EQ(at(infinity, 2.0), infinity);
  EXPECT_TRUE(std::isnan(at(std::nan(""), 2.0)));
  EXPECT_NEAR(at(1e300, 1e300), 1e300, 1e285);
  EXPECT_EQ(found, (std::vector{0.5, 0.5}));
}

TEST(Spans, LengthsThatDifferAreRefused) {
  const std::vector<double> one = {1.0}, two = {1.0, 2.0};
  const std::vector<Variable> variables(1);
  EXPECT_THROW(dot(one, two), UsageError);
  EXPECT_THROW(dot(two, variables), UsageError);
  EXPECT_THROW(dot(variables, two), UsageError);
  const std::vector<autodiff::Dual<8>> duals(1);
  EXPECT_THROW(dot(two, duals), UsageError);
  EXPECT_THROW(dot(duals, two), UsageError);
}

}  // namespace
}  // namespace renyi::spans_test
