#include "renyi/autodiff/dual_gradient.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "renyi/autodiff/value_and_gradient.hpp"

namespace renyi::dual_gradient_test {
namespace {

// The sum of (i + 1) x_i^2, and the scalar with which it was asked for last.
struct Squares {
  template <class T>
  T operator()(std::span<const T> x) const {
    size = 0;
    if constexpr (autodiff::is_dual<T>) size = T::size;
    T sum = 0.0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += (1.0 + static_cast<double>(i)) * x[i] * x[i];
    return sum;
  }
  mutable int size = -1;
};

TEST(DualGradient, IsTakenForFewArguments) {
  if (!autodiff::processor_has_dual_slopes()) GTEST_SKIP() << "this processor has no AVX2";
  for (const std::size_t count : {0, 1, 7, 8, 9, 12, 13, 40}) {
    const Squares function;
    std::vector<double> at(count), gradient(count);
    double truth = 0.0;
    for (std::size_t i = 0; i < count; ++i) {
      at[i] = 0.5 - static_cast<double>(i);
      truth += (1.0 + static_cast<double>(i)) * at[i] * at[i];
    }
    EXPECT_EQ(value_and_gradient(function, at, gradient), truth);
    for (std::size_t i = 0; i < count; ++i)
      EXPECT_EQ(gradient[i], 2.0 * (1.0 + static_cast<double>(i)) * at[i]);
    EXPECT_EQ(function.size, count <= 8 ? 8 : count <= 12 ? 12 : 0) << count;
  }
}

TEST(DualGradient, LeavesToTheTapeWhatIsNotFinite) {
  // The slope of the square root is infinite at 0, in all arguments but one 0 times that.
  const auto root = [](auto x) { return sqrt(x[0]) + x[1]; };
  std::vector<double> gradient(2);
  double value = 0.0;
  EXPECT_FALSE(autodiff::dual_gradient(root, std::vector{0.0, 1.0}, gradient, value));
  EXPECT_EQ(value_and_gradient(root, std::vector{0.0, 1.0}, gradient), 1.0);
  EXPECT_EQ(gradient, (std::vector{HUGE_VAL, 1.0}));
}

TEST(DualGradient, FunctionsOfVariablesAloneAreLeftToTheTape) {
  const auto typed = [](std::span<const Variable> x) { return x[0]; };
  static_assert(!autodiff::TakesDuals<decltype(typed)>);
  const auto constrained = []<class T>(std::span<const T> x) requires(std::is_same_v<T, Variable>) {
    return x[0];
  };
  static_assert(!autodiff::TakesDuals<decltype(constrained)>);
  std::vector<double> gradient(1);
  EXPECT_EQ(value_and_gradient(constrained, std::vector{2.0}, gradient), 2.0);
}

TEST(DualGradient, OneWithinAnother) {
  const auto inner = [](double x) {
    std::vector<double> gradient(1);
    value_and_gradient([](auto a) { return a[0] * a[0]; }, std::vector{x}, gradient);
    return gradient[0];
  };
  const auto outer = [&](auto x) { return x[0] * inner(3.0) + x[1] * inner(5.0) * x[0]; };
  std::vector<double> gradient(2);
  EXPECT_EQ(value_and_gradient(outer, std::vector{1.0, 2.0}, gradient), 26.0);
  EXPECT_EQ(gradient, (std::vector{26.0, 10.0}));
}

TEST(DualGradient, PassesExceptionsAndConstantsOn) {
  std::vector<double> gradient = {7.0};
  const auto constant = [](auto) { return 3.0; };
  EXPECT_EQ(value_and_gradient(constant, std::vector{1.0}, gradient), 3.0);
  EXPECT_EQ(gradient, std::vector{0.0});
  const auto throws = [](auto x) {
    if (x[0] > 0.0) throw std::domain_error("no");
    return x[0];
  };
  EXPECT_THROW(value_and_gradient(throws, std::vector{1.0}, gradient), std::domain_error);
}

}  // namespace
}  // namespace renyi::dual_gradient_test
