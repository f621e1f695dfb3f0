#include "renyi/inference/adam_kernel.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "renyi/core/random.hpp"
#include "tests/core/each_target.hpp"

namespace renyi::adam_kernel_test {
namespace {

template <class T>
VectorOf<T> normal(Index size, std::uint64_t seed) {
  Vector v(size);
  fill_normal({.seed = seed}, {}, std::span(v.data(), static_cast<std::size_t>(size)));
  return v.cast<T>();
}

template <class T>
class AdamKernel : public ::testing::Test {};
using Precisions = ::testing::Types<float, double>;
TYPED_TEST_SUITE(AdamKernel, Precisions);

constexpr kernels::AdamFactors factors{0.9, 0.999, 0.01, 2.5, 1e-8};

TYPED_TEST(AdamKernel, GivesTheFormulasBitsOnEveryMachineAndWritesNoFurther) {
  using T = TypeParam;
  test::each_target([] {
    const auto rounded = [](double x) { return static_cast<T>(x); };
    const T keep1 = rounded(0.9), add1 = rounded(1.0 - 0.9), keep2 = rounded(0.999),
            add2 = rounded(1.0 - 0.999), step = rounded(0.01), unbias = rounded(2.5),
            epsilon = rounded(1e-8);
    for (const Index n : {1, 2, 3, 4, 7, 8, 21}) {
      const VectorOf<T> gradient = normal<T>(n, 1), from = normal<T>(n, 2);
      VectorOf<T> first = normal<T>(n + 1, 3), second = normal<T>(n + 1, 4).array().square();
      VectorOf<T> to = VectorOf<T>::Ones(n + 1);
      const VectorOf<T> old_first = first, old_second = second;
      kernels::adam(factors, kernels::AdamArrays<T>{gradient.data(), first.data(), second.data(),
                                                    from.data(), to.data(), n});
      for (Index i = 0; i < n; ++i) {
        const T m = keep1 * old_first(i) + add1 * gradient(i);
        const T v = keep2 * old_second(i) + add2 * (gradient(i) * gradient(i));
        EXPECT_EQ(first(i), m);
        EXPECT_EQ(second(i), v);
        EXPECT_EQ(to(i), from(i) + step * m / (std::sqrt(unbias * v) + epsilon));
      }
      EXPECT_EQ(first(n), old_first(n));
      EXPECT_EQ(second(n), old_second(n));
      EXPECT_EQ(to(n), T{1});
    }
  });
}

TYPED_TEST(AdamKernel, AddsWhatThereIsMoreOfTheGradient) {
  using T = TypeParam;
  test::each_target([] {
    for (const Index n : {1, 8, 21}) {
      const VectorOf<T> one = normal<T>(n, 1), other = normal<T>(n, 2), sum = one + other;
      const VectorOf<T> from = normal<T>(n, 3);
      VectorOf<T> first[] = {VectorOf<T>::Zero(n), VectorOf<T>::Zero(n)},
                  second[] = {first[0], first[0]}, to[] = {from, from};
      kernels::adam(factors, kernels::AdamArrays<T>{sum.data(), first[0].data(), second[0].data(),
                                                    from.data(), to[0].data(), n});
      kernels::adam(factors, kernels::AdamArrays<T>{one.data(), first[1].data(), second[1].data(),
                                                    from.data(), to[1].data(), n, other.data()});
      EXPECT_EQ(first[0], first[1]);
      EXPECT_EQ(second[0], second[1]);
      EXPECT_EQ(to[0], to[1]);
    }
  });
}

TYPED_TEST(AdamKernel, MayStepInPlace) {
  using T = TypeParam;
  const Index n = 9;
  const VectorOf<T> gradient = normal<T>(n, 1), from = normal<T>(n, 2);
  VectorOf<T> first = VectorOf<T>::Zero(n), second = first, to(n);
  kernels::adam(factors, kernels::AdamArrays<T>{gradient.data(), first.data(), second.data(),
                                                from.data(), to.data(), n});
  VectorOf<T> again = from;
  first.setZero();
  second.setZero();
  kernels::adam(factors, kernels::AdamArrays<T>{gradient.data(), first.data(), second.data(),
                                                again.data(), again.data(), n});
  EXPECT_EQ(again, to);
}

// Wherever it is: in any lane, and in what is left of whole vectors.
TYPED_TEST(AdamKernel, ReportsWhatIsNotFinite) {
  using T = TypeParam;
  constexpr T largest = std::numeric_limits<T>::max(),
              infinity = std::numeric_limits<T>::infinity();
  const auto outcome = [](Index n, Index at, T gradient_there, T from_there) {
    VectorOf<T> gradient = normal<T>(n, 1), from = normal<T>(n, 2);
    gradient(at) = gradient_there;
    from(at) = from_there;
    VectorOf<T> first = VectorOf<T>::Zero(n), second = first, to(n);
    return kernels::adam(factors, kernels::AdamArrays<T>{gradient.data(), first.data(),
                                                         second.data(), from.data(), to.data(), n});
  };
  test::each_target([&] {
    for (const Index n : {1, 8, 19})
      for (Index at = 0; at < n; ++at) {
        const auto good = outcome(n, at, T{-2}, largest);
        EXPECT_TRUE(good.finite_squares && good.finite_parameters);
        EXPECT_FALSE(outcome(n, at, std::numeric_limits<T>::quiet_NaN(), T{1}).finite_squares);
        EXPECT_FALSE(outcome(n, at, -infinity, T{1}).finite_squares);
        const auto square = outcome(n, at, T{2} * std::sqrt(largest), T{1});
        EXPECT_FALSE(square.finite_squares);
        EXPECT_TRUE(square.finite_parameters);
        const auto parameter = outcome(n, at, T{1}, infinity);
        EXPECT_TRUE(parameter.finite_squares);
        EXPECT_FALSE(parameter.finite_parameters);
      }
  });
}

}  // namespace
}  // namespace renyi::adam_kernel_test
