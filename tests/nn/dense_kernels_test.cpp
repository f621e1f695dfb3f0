#include "renyi/nn/dense_kernels.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "renyi/core/gradient_check.hpp"
#include "tests/core/each_target.hpp"
#include "tests/core/ulp.hpp"
#include "tests/nn/guarded.hpp"

namespace renyi::dense_kernels_test {
namespace {

using test::each_target;
using test::Guarded;
using test::normal_numbers;
using test::row_lengths;
using test::ulp_distance;

template <class T>
class DenseKernels : public ::testing::Test {};
using Precisions = ::testing::Types<float, double>;
TYPED_TEST_SUITE(DenseKernels, Precisions);

constexpr Activation activations[] = {Activation::relu, Activation::tanh, Activation::softplus};

long double activated(Activation activation, long double x) {
  if (activation == Activation::relu) return std::max(x, 0.0L);
  if (activation == Activation::tanh) return std::tanh(x);
  return std::max(x, 0.0L) + std::log1p(std::exp(-std::abs(x)));
}

// Most of them near 0, some where activations are flat.
Vector wide_numbers(Index size, std::uint64_t seed) {
  Vector v = normal_numbers(size, seed);
  for (Index i = 0; i < size; ++i)
    if (i % 5 == 3) v(i) *= 40.0;
  return v;
}

Vector whole_numbers(Index size, std::uint64_t seed) {
  return (5.0 * normal_numbers(size, seed)).array().round();
}

TYPED_TEST(DenseKernels, AddTheBiasThenActivate) {
  using T = TypeParam;
  constexpr Index rows = 3;
  each_target([] {
    for (const Index columns : row_lengths()) {
      const Guarded<T> before(wide_numbers(rows * columns, 1)), bias(normal_numbers(columns, 2));
      Guarded<T> linear = before;
      const auto& table = kernels::dense_kernels<T>();
      table.add_bias({linear.data(), rows, columns}, bias.data(), std::nullopt);
      EXPECT_TRUE(linear.is_intact());
      for (Index i = 0; i < linear.size(); ++i)
        ASSERT_EQ(linear[i], before[i] + bias[i % columns]) << columns << ' ' << i;
      for (const Activation activation : activations) {
        Guarded<T> active = before;
        table.add_bias({active.data(), rows, columns}, bias.data(), activation);
        EXPECT_TRUE(active.is_intact());
        for (Index i = 0; i < active.size(); ++i)
          ASSERT_LE(ulp_distance(active[i], activated(activation, linear[i])),
                    activation == Activation::relu ? 0.0 : 5.0)
              << static_cast<int>(activation) << ' ' << columns << ' ' << linear[i];
      }
    }
  });
}

// To what rounds off beside the gradient: 1 - y^2 and 1 - e^-y cancel where the slope is small.
TYPED_TEST(DenseKernels, SlopesAreThoseAtTheActivationsOutputs) {
  using T = TypeParam;
  constexpr Index rows = 3;
  each_target([] {
    for (const Index columns : row_lengths())
      for (const Activation activation : activations) {
        const Vector inputs = wide_numbers(rows * columns, 3);
        const Guarded<T> outputs(inputs.unaryExpr(
            [&](double x) { return static_cast<double>(activated(activation, x)); }));
        const Vector before = normal_numbers(rows * columns, 4);
        Guarded<T> gradients(before);
        kernels::dense_kernels<T>().multiply_slopes({gradients.data(), rows, columns},
                                                    outputs.data(), activation);
        EXPECT_TRUE(gradients.is_intact());
        for (Index i = 0; i < gradients.size(); ++i) {
          const long double y = outputs[i];
          const long double slope = activation == Activation::relu   ? (y > 0.0L ? 1.0L : 0.0L)
                                    : activation == Activation::tanh ? 1.0L - y * y
                                                                     : -std::expm1(-y);
          ASSERT_LE(std::abs(gradients[i] - slope * before(i)),
                    activation == Activation::relu
                        ? 0.0
                        : 2.0 * std::numeric_limits<T>::epsilon() * std::abs(before(i)))
              << static_cast<int>(activation) << ' ' << columns << ' ' << inputs(i);
        }
      }
  });
}

TEST(DenseKernels, SlopesAreTheDerivativesOfTheActivation) {
  each_target([] {
    for (const Index columns : {1, 3, 13, 40})
      for (const Activation activation : activations) {
        const Vector inputs = normal_numbers(columns, 5), factors = normal_numbers(columns, 6);
        const Vector zero = Vector::Zero(columns);
        const auto& table = kernels::dense_kernels<double>();
        const auto outputs_at = [&](Vector x) {
          table.add_bias({x.data(), 1, columns}, zero.data(), activation);
          return x;
        };
        Vector gradient = factors;
        table.multiply_slopes({gradient.data(), 1, columns}, outputs_at(inputs).data(), activation);
        const auto check = check_gradient(
            [&](const Vector& x) { return factors.dot(outputs_at(x)); }, inputs, gradient);
        EXPECT_TRUE(check.passed) << check.to_string();
      }
  });
}

// Whole numbers: every order of summation is exact.
TYPED_TEST(DenseKernels, ColumnSumsAreAddedToWhatIsThere) {
  using T = TypeParam;
  each_target([] {
    for (const Index columns : row_lengths())
      for (Index rows = 0; rows <= 9; ++rows) {
        const Vector numbers = whole_numbers(rows * columns, 7), start = whole_numbers(columns, 8);
        Guarded<T> gradients(numbers), sums(start);
        kernels::dense_kernels<T>().add_column_sums({gradients.data(), rows, columns}, sums.data());
        const Vector expected =
            start + Eigen::Map<const Matrix>(numbers.data(), columns, rows).rowwise().sum();
        ASSERT_EQ(sums.numbers(), expected) << rows << 'x' << columns;
        EXPECT_EQ(gradients.numbers(), numbers);
        EXPECT_TRUE(sums.is_intact());
      }
  });
}

TYPED_TEST(DenseKernels, RowsAreScaledByTheirOwnFactors) {
  using T = TypeParam;
  each_target([] {
    for (const Index columns : row_lengths()) {
      const Vector factors{{0.1, 0.0, -3.0, 1.0 / 3.0}};
      const Guarded<T> before(normal_numbers(4 * columns, 9));
      Guarded<T> values = before;
      kernels::dense_kernels<T>().scale_rows({values.data(), 4, columns}, factors.data());
      EXPECT_TRUE(values.is_intact());
      for (Index i = 0; i < values.size(); ++i)
        ASSERT_EQ(values[i], before[i] * static_cast<T>(factors(i / columns))) << columns;
    }
  });
}

}  // namespace
}  // namespace renyi::dense_kernels_test
