#include "renyi/nn/draw_kernels.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "renyi/core/random.hpp"
#include "tests/core/each_target.hpp"

namespace renyi::draw_kernels_test {
namespace {

using test::each_target;

MatrixF whole_numbers(Index rows, Index cols, std::uint64_t seed) {
  MatrixF m(rows, cols);
  fill_normal({.seed = seed}, {}, m);
  return (3.0f * m).array().round();
}

// Whole numbers: every order of summation is exact.
TEST(DrawKernels, SmallProductsAreExactForEveryShapeAndInstructionSet) {
  each_target([] {
    for (const Index n : {8, 16, 24, 32, 40, 56, 104})
      for (const Index m : {1, 2, 3, 4, 7, 14})
        for (const Index k : {1, 5, 32}) {
          const MatrixF a = whole_numbers(m, k, 1), b = whole_numbers(k, n, 2);
          const MatrixF at = a.transpose(), expected = a * b;
          MatrixF c(m, n);
          kernels::SmallProduct<float> product{a.data(), k, 1, b.data(), n, c.data(), n, m, k, n};
          kernels::small_matmul(product);
          ASSERT_TRUE(c == expected) << m << ' ' << k << ' ' << n;
          product.a = at.data();
          product.a_row = 1;
          product.a_step = m;
          c.setConstant(-1.0f);
          kernels::small_matmul(product, true);
          ASSERT_TRUE(c == expected.cwiseMax(0.0f)) << m << ' ' << k << ' ' << n;
        }
  });
}

TEST(DrawKernels, DrawnWeightsArePaddedWithZeros) {
  each_target([] {
    for (const Index columns : {1, 3, 7, 8, 9, 16, 50}) {
      const Index rows = 3, width = kernels::padded(columns + 1);
      const MatrixF mean = whole_numbers(rows, columns, 3), sd = whole_numbers(rows, columns, 4);
      const MatrixF noise = whole_numbers(rows, columns, 5);
      MatrixF weights = MatrixF::Constant(rows, width, 99.0f);
      const auto norms = kernels::draw_weights(kernels::WeightBlock<float>{
          mean.data(), sd.data(), noise.data(), weights.data(), rows, columns, width});
      const MatrixF expected = mean + sd.cwiseProduct(noise);
      EXPECT_TRUE(weights.leftCols(columns) == expected);
      EXPECT_TRUE((weights.rightCols(width - columns).array() == 0.0f).all());
      EXPECT_EQ(norms.noise, noise.cast<double>().squaredNorm());
      EXPECT_EQ(norms.weights, expected.cast<double>().squaredNorm());
    }
  });
}

TEST(DrawKernels, GradientsGoNowhereButToTheirBlock) {
  each_target([] {
    for (const Index columns : {1, 7, 8, 13}) {
      const Index rows = 2, width = kernels::padded(columns + 1), size = rows * columns;
      const MatrixF gradient = whole_numbers(rows, width, 6),
                    weights = whole_numbers(rows, width, 7);
      const MatrixF noise = whole_numbers(rows, columns, 8);
      VectorF mean = VectorF::Ones(size + 8), product = VectorF::Ones(size + 8);
      kernels::add_gradient(kernels::GradientBlock<float>{gradient.data(), weights.data(),
                                                          noise.data(), mean.data(), product.data(),
                                                          rows, columns, width, 2.0f});
      for (Index r = 0; r < rows; ++r)
        for (Index c = 0; c < columns; ++c) {
          const float d = gradient(r, c) - 2.0f * weights(r, c);
          EXPECT_EQ(mean(r * columns + c), 1.0f + d);
          EXPECT_EQ(product(r * columns + c), 1.0f + d * noise(r, c));
        }
      EXPECT_TRUE((mean.tail(8).array() == 1.0f).all());
      EXPECT_TRUE((product.tail(8).array() == 1.0f).all());
    }
  });
}

TEST(DrawKernels, ReadoutsAreExact) {
  each_target([] {
    for (const Index n : {8, 24, 56})
      for (const Index m : {1, 4, 6}) {
        const MatrixF hidden = whole_numbers(m, n, 9), weights = whole_numbers(1, n, 10);
        VectorF out(m);
        kernels::readout_forward(
            kernels::Readout<float>{hidden.data(), m, n, weights.data(), out.data(), 1});
        EXPECT_TRUE(out == hidden * weights.transpose());
        MatrixF slopes = MatrixF::Ones(m, n), weight_gradient(1, n);
        for (const bool last : {false, true}) {
          kernels::readout_backward(kernels::ReadoutGradient<float>{
              hidden.data(), m, n, weights.data(), out.data(), 1, slopes.data(),
              weight_gradient.data(), !last, last, Activation::relu});
          EXPECT_TRUE(weight_gradient == out.transpose() * hidden);
        }
        const MatrixF twice = 2.0f * out * weights;
        EXPECT_TRUE(slopes == (hidden.array() > 0.0f).select(twice, 0.0f).matrix());
      }
  });
}

}  // namespace
}  // namespace renyi::draw_kernels_test
