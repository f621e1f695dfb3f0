#include "renyi/autodiff/value_and_gradient.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <stdexcept>
#include <thread>
#include <vector>

#include "renyi/core/error.hpp"
#include "tests/support/directional.hpp"
#include "tests/support/generators.hpp"

namespace renyi::value_and_gradient_test {
namespace {

using testing::Directional;
using Arguments = std::span<const Variable>;

// A line of a program: an operation on earlier results, or on one and a plain number.
struct Line {
  int operation;
  std::size_t x, y;
  double number;
};
using Program = std::vector<Line>;

// Every value stays between about -4 and 4, so that no program overflows.
template <class T>
T run_line(const Line& line, const T& x, const T& y) {
  using std::exp, std::log, std::sqrt, std::sin, std::tanh, std::atan;
  switch (line.operation) {
    case 0:
      return 0.5 * (x + y);
    case 1:
      return 0.5 * (x - y);
    case 2:
      return sin(x * y);
    case 3:
      return x / (2.0 + y * y);
    case 4:
      return tanh(x) * line.number;
    case 5:
      return log(1.5 + x * x);
    case 6:
      return sqrt(1.0 + x * x) - line.number;
    case 7:
      return exp(-x * x);
    case 8:
      return atan(x) + 0.1 * y;
    case 9:
      return line.number - 0.25 * x;
    case 10:
      return -x;
    default:
      return T(line.number);
  }
}

template <class T>
T run(const Program& program, std::span<const T> arguments) {
  std::vector<T> results(arguments.begin(), arguments.end());
  T sum = 0.0;
  for (const Line& line : program) {
    results.push_back(
        run_line<T>(line, results[line.x % results.size()], results[line.y % results.size()]));
    if (line.x % 3 == 0) sum = sum + results.back();
  }
  return sum + results.back();
}

RC_GTEST_PROP(ValueAndGradient, OfRandomProgramsIsTheForwardOne, ()) {
  const auto count = *rc::gen::inRange<std::size_t>(1, 15);  // above 12: by the tape alone
  std::vector<double> at(count);
  for (double& x : at) x = *testing::number_between(-2.0, 2.0);
  Program program(*rc::gen::inRange<std::size_t>(1, 60));
  for (Line& line : program)
    line = {*rc::gen::inRange(0, 12), *rc::gen::inRange<std::size_t>(0, 1000),
            *rc::gen::inRange<std::size_t>(0, 1000), *testing::number_between(-2.0, 2.0)};

  const auto function = [&]<class T>(std::span<const T> a) { return run<T>(program, a); };
  std::vector<Directional> forward;
  for (std::size_t i = 0; i < count; ++i)
    forward.emplace_back(at[i], static_cast<Eigen::Index>(count), static_cast<Eigen::Index>(i));
  const Directional truth = run<Directional>(program, forward);
  std::vector<double> gradient(count);
  const auto check = [&](double value) {
    RC_ASSERT(std::abs(value - truth.value) <= 1e-12 * (1.0 + std::abs(value)));
    for (std::size_t i = 0; i < count; ++i) {
      const auto place = static_cast<Eigen::Index>(i);
      const double expected = truth.gradient.size() > 0 ? truth.gradient(place) : 0.0;
      const double size = truth.size.size() > 0 ? truth.size(place) : 0.0;
      RC_ASSERT(std::abs(gradient[i] - expected) <= 1e-12 * size);
    }
  };
  check(autodiff::tape_gradient(function, at, gradient));
  check(value_and_gradient(function, at, gradient));
}

double norm(const std::vector<double>& x) {
  std::vector<double> gradient(x.size());
  return value_and_gradient([](Arguments a) { return sqrt(dot(a, a)); }, x, gradient);
}

TEST(ValueAndGradient, BranchesAreTakenAnewAtEveryCall) {
  const auto function = [](Arguments a) { return a[0] > 0.0 ? a[0] * a[1] : 3.0 * a[1]; };
  std::vector<double> gradient(2);
  EXPECT_EQ(value_and_gradient(function, std::vector{2.0, 5.0}, gradient), 10.0);
  EXPECT_EQ(gradient, (std::vector{5.0, 2.0}));
  EXPECT_EQ(value_and_gradient(function, std::vector{-2.0, 5.0}, gradient), 15.0);
  EXPECT_EQ(gradient, (std::vector{0.0, 3.0}));
}

TEST(ValueAndGradient, ThreadsDoNotDisturbEachOther) {
  const auto first = [](Arguments a) {
    Variable sum = 0.0;
    for (int i = 0; i < 50; ++i) sum += a[0] * a[1];
    return sum;
  };
  const auto second = [](Arguments a) { return exp(a[0]) * a[1] + dot(a, a); };
  std::vector<std::thread> threads;
  std::vector<int> wrong(4, 0);
  for (std::size_t t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      std::vector<double> gradient(2);
      for (int i = 0; i < 300; ++i) {
        const double x = 0.01 * i, y = 1.0 + static_cast<double>(t);
        if (t % 2 == 0) {
          value_and_gradient(first, std::vector{x, y}, gradient);
          if (std::abs(gradient[0] - 50.0 * y) > 1e-10 || std::abs(gradient[1] - 50.0 * x) > 1e-10)
            ++wrong[t];
        } else {
          value_and_gradient(second, std::vector{x, y}, gradient);
          if (std::abs(gradient[0] - std::exp(x) * y - 2.0 * x) > 1e-10 ||
              std::abs(gradient[1] - std::exp(x) - 2.0 * y) > 1e-10)
            ++wrong[t];
        }
      }
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(wrong, (std::vector{0, 0, 0, 0}));
}

TEST(ValueAndGradient, AnExceptionLeavesTheTapeAsItWas) {
  std::vector<double> gradient(2);
  const auto throws = [](Arguments a) -> Variable {
    if (a[0] * a[1] + dot(a, a) > 0.0) throw std::domain_error("no");
    return 0.0;
  };
  EXPECT_THROW(value_and_gradient(throws, std::vector{2.0, 5.0}, gradient), std::domain_error);
  EXPECT_EQ(autodiff::tape.size, 0);
  EXPECT_EQ(norm({3.0, 4.0}), 5.0);
}

TEST(ValueAndGradient, OneWithinAnother) {
  // The inner one is a number to the outer, whose arguments and sums go on undisturbed.
  const auto outer = [](Arguments a) {
    const Variable before = dot(a, a) + a[0];
    Variable sum = before;
    for (int i = 0; i < 3000; ++i) sum += norm({3.0, 4.0}) * a[1];
    return sum + dot(std::vector{1.0, 1.0}, a);
  };
  std::vector<double> gradient(2);
  EXPECT_EQ(value_and_gradient(outer, std::vector{1.0, 2.0}, gradient), 5.0 + 1.0 + 30000.0 + 3.0);
  EXPECT_EQ(gradient, (std::vector{4.0, 15005.0}));
}

TEST(ValueAndGradient, CodeWithoutEffectCostsNothingAndHarmsNothing) {
  std::vector<double> gradient(2);
  const auto function = [](Arguments a) {
    const Variable result = a[0] * a[1];
    const Variable dead = log(a[0] - 1.0) * a[1] / (a[0] - 1.0);  // infinite at 1
    return dead > 0.0 ? result : result;
  };
  value_and_gradient(function, std::vector{1.0, 2.0}, gradient);
  EXPECT_EQ(gradient, (std::vector{2.0, 1.0}));
}

TEST(ValueAndGradient, NothingIsAllocatedAfterTheFirstCall) {
  std::vector<double> x(100, 0.1), gradient(100);
  const auto function = [](Arguments a) { return dot(a, a) * sum(a) + log_sum_exp(a); };
  value_and_gradient(function, x, gradient);
  const auto before = autodiff::tape;
  for (int i = 0; i < 100; ++i) value_and_gradient(function, x, gradient);
  EXPECT_EQ(autodiff::tape.records, before.records);
  EXPECT_EQ(autodiff::tape.capacity, before.capacity);
  EXPECT_EQ(autodiff::tape.weights_capacity, before.weights_capacity);
}

TEST(ValueAndGradient, ConstantsNoArgumentsAndWrongLengths) {
  std::vector<double> gradient = {7.0};
  EXPECT_EQ(value_and_gradient([](Arguments) { return 3.0; }, std::vector{1.0}, gradient), 3.0);
  EXPECT_EQ(gradient, std::vector{0.0});
  EXPECT_EQ(value_and_gradient([](Arguments) { return 3.0; }, {}, {}), 3.0);
  EXPECT_EQ(value_and_gradient([](Arguments a) { return a[0]; }, std::vector{1.0}, gradient), 1.0);
  EXPECT_EQ(gradient, std::vector{1.0});
  EXPECT_THROW(
      value_and_gradient([](Arguments a) { return a[0]; }, std::vector{1.0, 2.0}, gradient),
      UsageError);
}

}  // namespace
}  // namespace renyi::value_and_gradient_test
