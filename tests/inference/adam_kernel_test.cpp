#include "renyi/inference/adam_kernel.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "renyi/core/random.hpp"
#include "tests/core/each_target.hpp"

namespace renyi::adam_kernel_test {
namespace {

Vector normal(Index size, std::uint64_t seed) {
  Vector v(size);
  fill_normal({.seed = seed}, {}, std::span(v.data(), static_cast<std::size_t>(size)));
  return v;
}

TEST(AdamKernel, GivesTheFormulasBitsOnEveryMachineAndWritesNoFurther) {
  test::each_target([] {
    const kernels::AdamFactors f{0.9, 0.999, 0.01, 2.5, 1e-8};
    for (const Index n : {1, 2, 3, 4, 7, 8, 21}) {
      const Vector gradient = normal(n, 1), from = normal(n, 2);
      Vector first = normal(n + 1, 3), second = normal(n + 1, 4).array().square();
      Vector to = Vector::Ones(n + 1);
      const Vector old_first = first, old_second = second;
      kernels::adam(f, kernels::AdamArrays<double>{gradient.data(), first.data(), second.data(),
                                                   from.data(), to.data(), n});
      for (Index i = 0; i < n; ++i) {
        const double m = f.beta1 * old_first(i) + (1.0 - f.beta1) * gradient(i);
        const double v = f.beta2 * old_second(i) + (1.0 - f.beta2) * (gradient(i) * gradient(i));
        EXPECT_EQ(first(i), m);
        EXPECT_EQ(second(i), v);
        EXPECT_EQ(to(i), from(i) + f.step * m / (std::sqrt(f.unbias * v) + f.epsilon));
      }
      EXPECT_EQ(first(n), old_first(n));
      EXPECT_EQ(second(n), old_second(n));
      EXPECT_EQ(to(n), 1.0);
    }
  });
}

TEST(AdamKernel, MayStepInPlace) {
  const Index n = 9;
  const kernels::AdamFactors f{0.9, 0.999, 0.01, 2.5, 1e-8};
  const Vector gradient = normal(n, 1), from = normal(n, 2);
  Vector first = Vector::Zero(n), second = first, to(n);
  kernels::adam(f, kernels::AdamArrays<double>{gradient.data(), first.data(), second.data(),
                                               from.data(), to.data(), n});
  Vector again = from;
  first.setZero();
  second.setZero();
  kernels::adam(f, kernels::AdamArrays<double>{gradient.data(), first.data(), second.data(),
                                               again.data(), again.data(), n});
  EXPECT_EQ(again, to);
}

}  // namespace
}  // namespace renyi::adam_kernel_test
