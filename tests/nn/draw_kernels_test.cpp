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

constexpr Index all_n[] = {8, 16, 24, 32, 40, 56, 72, 96, 104};
constexpr Index all_m[] = {1, 2, 3, 4, 5, 6, 7, 9, 14};

// Whole numbers: every order of summation is exact.
TEST(DrawKernels, LayersAreExactForEveryShapeAndInstructionSet) {
  each_target([] {
    for (const Index n : all_n)
      for (const Index m : all_m)
        for (const Index k : {1, 5, 32}) {
          const Index units = n - 1 - n % 3;
          const MatrixF a = whole_numbers(m, k, 1);
          MatrixF b = whole_numbers(k + 1, n, 2), out(m, n);
          b.rightCols(n - units).setZero();
          MatrixF expected = (a * b.topRows(k)).rowwise() + b.row(k);
          expected.col(units).setOnes();
          for (const bool with_relu : {false, true}) {
            kernels::layer_forward(kernels::LayerForward<float>{
                {a.data(), k, b.data(), n, m, k, n}, out.data(), units, with_relu});
            if (with_relu) expected = expected.cwiseMax(0.0f).eval();
            ASSERT_TRUE(out == expected) << m << ' ' << k << ' ' << n;
          }
          const MatrixF outputs = whole_numbers(m, n, 3);
          kernels::layer_backward(kernels::LayerBackward<float>{
              {a.data(), k, b.data(), n, m, k, n}, Activation::relu, outputs.data(), out.data()});
          const MatrixF slopes = a * b.topRows(k);
          ASSERT_TRUE(out == (outputs.array() > 0.0f).select(slopes, 0.0f).matrix())
              << m << ' ' << k << ' ' << n;
        }
  });
}

TEST(DrawKernels, GradientsOfLayersGoNowhereButToTheirBlock) {
  each_target([] {
    for (const Index n : all_n)
      for (const Index m : all_m) {
        const Index k = 5, columns = n - 1 - n % 3, size = m * columns, room = size + 8;
        const MatrixF at = whole_numbers(k, m, 1), b = whole_numbers(k + 1, n, 2);
        const MatrixF mean = whole_numbers(room, 1, 3), sd = whole_numbers(room, 1, 4),
                      noise = whole_numbers(room, 1, 5);
        const MatrixF g = at.transpose() * b.topRows(k);
        for (const bool is_first : {false, true}) {  // which sets what others add to
          VectorF slope = VectorF::Ones(room), product = VectorF::Ones(room);
          kernels::layer_gradient(
              kernels::LayerGradient<float>{{at.data(), m, b.data(), n, m, k, n},
                                            columns,
                                            {mean.data(), sd.data(), noise.data(), 2.0f,
                                             slope.data(), product.data(), is_first}});
          const float before = is_first ? 0.0f : 1.0f;
          for (Index i = 0; i < size; ++i) {
            const float d =
                g(i / columns, i % columns) - 2.0f * (mean(i, 0) + sd(i, 0) * noise(i, 0));
            ASSERT_EQ(slope(i), before + d) << m << ' ' << n << ' ' << i;
            ASSERT_EQ(product(i), before + d * noise(i, 0)) << m << ' ' << n << ' ' << i;
          }
          EXPECT_TRUE((slope.tail(8).array() == 1.0f).all());
          EXPECT_TRUE((product.tail(8).array() == 1.0f).all());
        }
      }
  });
}

TEST(DrawKernels, TransposesEveryShape) {
  each_target([] {
    for (const Index rows : {1, 4, 7, 8, 9, 50})
      for (const Index columns : {1, 5, 8, 17}) {
        const MatrixF from = whole_numbers(rows, kernels::padded(columns), 1);
        MatrixF to(kernels::padded(columns), kernels::padded(rows));
        kernels::transpose(kernels::Transpose<float>{from.data(), rows, columns, from.cols(),
                                                     to.data(), to.cols()});
        EXPECT_TRUE(to.topLeftCorner(columns, rows) == from.leftCols(columns).transpose());
      }
  });
}

TEST(DrawKernels, SumsOfPartsAreInDouble) {
  each_target([] {
    for (const Index size : {1, 3, 4, 16, 37}) {
      const MatrixF parts = whole_numbers(3, size + 8, 1).array() + 0x1p24f;
      const float* rows[] = {parts.row(0).data(), parts.row(1).data(), parts.row(2).data()};
      Vector out = Vector::Constant(size + 1, -1.0);
      kernels::sum_parts(rows, 3, size, out.data());
      EXPECT_EQ(out.head(size),
                parts.leftCols(size).cast<double>().colwise().sum().transpose().eval());
      EXPECT_EQ(out(size), -1.0);
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

TEST(DrawKernels, ReadoutsAreExact) {
  each_target([] {
    for (const Index n : {8, 24, 56})
      for (const Index m : {1, 4, 6}) {
        const MatrixF hidden = whole_numbers(m, n, 9), weights = whole_numbers(1, n, 10);
        VectorF out(m);
        kernels::readout_forward(
            kernels::Readout<float>{hidden.data(), m, n, weights.data(), out.data(), 1});
        EXPECT_TRUE(out == hidden * weights.transpose());
        MatrixF slopes = MatrixF::Ones(m, n);
        const VectorF zero = VectorF::Zero(n + 8);
        for (const bool last : {false, true}) {
          const Index columns = n - 3;
          VectorF sum = VectorF::Ones(n), product = VectorF::Ones(n);
          kernels::readout_backward(kernels::ReadoutGradient<float>{
              hidden.data(),
              m,
              n,
              columns,
              weights.data(),
              out.data(),
              1,
              slopes.data(),
              {zero.data(), zero.data(), zero.data(), 0.0f, sum.data(), product.data()},
              !last,
              last,
              Activation::relu});
          const VectorF g = (out.transpose() * hidden).transpose();
          EXPECT_TRUE(sum.head(columns) == VectorF(g.head(columns).array() + 1.0f));
          EXPECT_TRUE((sum.tail(3).array() == 1.0f).all());
        }
        const MatrixF twice = 2.0f * out * weights;
        EXPECT_TRUE(slopes == (hidden.array() > 0.0f).select(twice, 0.0f).matrix());
      }
  });
}

}  // namespace
}  // namespace renyi::draw_kernels_test
