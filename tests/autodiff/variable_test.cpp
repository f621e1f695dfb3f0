#include "renyi/autodiff/variable.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "renyi/autodiff/value_and_gradient.hpp"

namespace renyi::variable_test {
namespace {

using Arguments = std::span<const Variable>;

// The gradient of a function of two at (x, y).
template <class Function>
std::vector<double> gradient(const Function& function, double x = 3.0, double y = 0.5) {
  std::vector<double> found(2);
  value_and_gradient([&](Arguments a) { return Variable(function(a[0], a[1])); }, std::vector{x, y},
                     found);
  return found;
}

TEST(Variable, OperationsOnOneNodeWriteNothing) {
  std::vector<double> found(1);
  value_and_gradient(
      [](Arguments a) {
        const auto size = autodiff::tape.size;
        const Variable x = a[0];
        const Variable result = 2.0 * x * x + exp(x) / (1.0 + x) - 3.0;
        EXPECT_EQ(autodiff::tape.size, size);
        return result;
      },
      std::vector{1.0}, found);
  EXPECT_DOUBLE_EQ(found[0], 4.0 + std::exp(1.0) / 4.0);
}

TEST(Variable, ARunningSumWritesOneRecordATerm) {
  std::vector<double> found(2);
  value_and_gradient(
      [](Arguments a) {
        const auto size = autodiff::tape.size;
        Variable sum = 0.0;
        for (int i = 0; i < 10; ++i) sum += 2.0 * a[0] + 0.0;
        for (int i = 0; i < 10; ++i) sum += i % 2 == 0 ? a[1] : 3.0 * a[0];
        EXPECT_EQ(autodiff::tape.size, size + 10);
        return sum;
      },
      std::vector{1.0, 1.0}, found);
  EXPECT_EQ(found, (std::vector{35.0, 5.0}));
}

TEST(Variable, ATermThatWasJustComputedIsAddedWithOneRecord) {
  for (const bool first : {false, true}) {
    std::vector<double> found(2);
    value_and_gradient(
        [first](Arguments a) {
          const Variable sum = a[0] * a[1];
          const Variable term = exp(a[0] / a[1]);
          const auto size = autodiff::tape.size;
          const Variable result = first ? sum - term : -term + sum;
          EXPECT_EQ(autodiff::tape.size, size + 1);
          return result;
        },
        std::vector{2.0, 1.0}, found);
    EXPECT_DOUBLE_EQ(found[0], 1.0 - std::exp(2.0));
    EXPECT_DOUBLE_EQ(found[1], 2.0 + 2.0 * std::exp(2.0));
  }
}

TEST(Variable, ADifferenceRunsOnAsASumDoes) {
  std::vector<double> found(2);
  value_and_gradient(
      [](Arguments a) {
        Variable term = a[0] * a[1];
        const auto size = autodiff::tape.size;
        term = 5.0 - a[0] - term;  // 5 - x - xy
        term = 3.0 * a[1] - term;  // x + xy + 3y - 5
        EXPECT_EQ(autodiff::tape.size, size + 2);
        EXPECT_DOUBLE_EQ(term.value(), 5.0);
        return term;
      },
      std::vector{2.0, 1.6}, found);
  EXPECT_DOUBLE_EQ(found[0], 2.6);
  EXPECT_DOUBLE_EQ(found[1], 5.0);
}

TEST(Variable, WithTwoWeightsATermThatWasJustComputedIsOneNode) {
  const auto found = gradient([](auto x, auto y) {
    const auto product = x * y;
    const auto result = 2.0 * product + 3.0 * x;
    EXPECT_EQ(result.node(), product.node() + 2);
    return result * product;  // the product has its own share too
  });
  // (2 xy + 3x) xy at (3, 0.5): 4 x y^2 + 6 xy, 4 x^2 y + 3 x^2.
  EXPECT_EQ(found, (std::vector{3.0 + 9.0, 18.0 + 27.0}));
}

TEST(Variable, AnOlderPartOfARunningSumKeepsItsOwnDerivative) {
  const auto found = gradient([](auto x, auto y) {
    const auto first = x + y;
    const auto second = first + 2.0 * x;  // runs on from the first
    return first * second;
  });
  // (x + y)(3 x + y) at (3, 0.5).
  EXPECT_EQ(found, (std::vector{9.5 + 3 * 3.5, 9.5 + 3.5}));
}

}  // namespace
}  // namespace renyi::variable_test
