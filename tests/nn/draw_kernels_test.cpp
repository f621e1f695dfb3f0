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

constexpr Index all_rows[] = {1, 4, 7, 16, 17, 32, 40, 50};
constexpr Index all_units[] = {1, 2, 3, 5, 8, 13, 16, 17, 31, 50, 66};

// Lines of a number a row, padded with numbers that mean nothing.
MatrixF lines(Index count, Index rows, std::uint64_t seed) {
  return whole_numbers(count, kernels::padded(rows), seed);
}
MatrixF relu(const MatrixF& m) { return m.cwiseMax(0.0f); }

// f(rows, inputs, units)
template <class F>
void each_shape(F f) {
  each_target([&] {
    for (const Index rows : all_rows)
      for (const Index units : all_units)
        for (const Index inputs : {1, 4, 13}) f(rows, inputs, units);
  });
}

// Whole numbers: every order of summation is exact.
TEST(DrawKernels, LayersForwardAreExactForEveryShapeAndInstructionSet) {
  each_shape([](Index rows, Index inputs, Index units) {
    const MatrixF in = lines(inputs, rows, 1), weights = whole_numbers(inputs + 1, units, 2);
    MatrixF out(units + 1, in.cols());
    const MatrixF sums =
        (weights.topRows(inputs).transpose() * in).colwise() + weights.row(inputs).transpose();
    for (const bool with_relu : {false, true}) {
      kernels::layer_forward(kernels::LayerForward<float>{in.data(), rows, inputs, units,
                                                          weights.data(), out.data(), with_relu});
      ASSERT_TRUE(out.topLeftCorner(units, rows) == (with_relu ? relu(sums) : sums).leftCols(rows))
          << rows << ' ' << inputs << ' ' << units;
      ASSERT_TRUE((out.row(units).array() == 1.0f).all());
    }
  });
}

TEST(DrawKernels, LayersBackwardAreExactForEveryShapeAndInstructionSet) {
  each_shape([](Index rows, Index inputs, Index units) {
    const MatrixF in = lines(inputs, rows, 1), slopes = lines(units, rows, 2);
    MatrixF out(inputs, in.cols());
    const auto expect = [&](const MatrixF& weights, const float* data, bool is_readout) {
      kernels::layer_backward(kernels::LayerBackward<float>{.slopes = slopes.data(),
                                                            .rows = rows,
                                                            .inputs = inputs,
                                                            .units = units,
                                                            .weights = data,
                                                            .is_readout = is_readout,
                                                            .activation = Activation::relu,
                                                            .in = in.data(),
                                                            .out = out.data()});
      const MatrixF sums = weights * slopes;
      const MatrixF expected = (in.array() > 0.0f).select(sums, 0.0f);
      ASSERT_TRUE(out.leftCols(rows) == expected.leftCols(rows))
          << rows << ' ' << inputs << ' ' << units;
    };
    const MatrixF hidden = whole_numbers(inputs, units, 3);
    expect(hidden, hidden.data(), false);
    const MatrixF readout = whole_numbers(units, inputs + 1, 4);
    expect(readout.leftCols(inputs).transpose(), readout.data(), true);
  });
}

TEST(DrawKernels, GradientsOfLayersAreExactAndGoNowhereButToTheirBlock) {
  each_shape([](Index rows, Index inputs, Index units) {
    const MatrixF in = lines(inputs + 1, rows, 1);
    MatrixF slopes = lines(kernels::padded(units), rows, 2);
    slopes.rightCols(slopes.cols() - rows).setZero();
    std::vector<float> turned(static_cast<std::size_t>(slopes.size()));
    VectorF gradient = VectorF::Constant((inputs + 1) * units + 16, 99.0f);
    kernels::layer_gradient(kernels::LayerGradient<float>{.in = in.data(),
                                                          .rows = rows,
                                                          .lines = inputs + 1,
                                                          .units = units,
                                                          .slopes = slopes.data(),
                                                          .turned = turned.data(),
                                                          .gradient = gradient.data()});
    const MatrixF expected = in * slopes.topRows(units).transpose();
    ASSERT_TRUE(Eigen::Map<const MatrixF>(gradient.data(), inputs + 1, units) == expected)
        << rows << ' ' << inputs << ' ' << units;
    ASSERT_TRUE((gradient.tail(16).array() == 99.0f).all());
  });
}

TEST(DrawKernels, SumsOverDrawsTakeTheGradientLessThePriorsPull) {
  each_target([] {
    for (const Index size : {1, 15, 16, 17, 40}) {
      const Index room = kernels::padded(size);
      const MatrixF mean = whole_numbers(room, 1, 3), sd = whole_numbers(room, 1, 4),
                    noise = whole_numbers(room, 1, 5), g = whole_numbers(room, 1, 6);
      for (const bool is_first : {false, true}) {  // which sets what others add to
        VectorF slope = VectorF::Ones(room), product = VectorF::Ones(room);
        kernels::add_gradient(
            kernels::GradientSums<float>{mean.data(), sd.data(), noise.data(), 2.0f, slope.data(),
                                         product.data(), is_first},
            g.data(), size);
        const float before = is_first ? 0.0f : 1.0f;
        for (Index i = 0; i < size; ++i) {
          const float d = g(i, 0) - 2.0f * (mean(i, 0) + sd(i, 0) * noise(i, 0));
          ASSERT_EQ(slope(i), before + d) << size << ' ' << i;
          ASSERT_EQ(product(i), before + d * noise(i, 0)) << size << ' ' << i;
        }
      }
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

TEST(DrawKernels, DrawnWeightsAndTheirNormsAreExact) {
  each_target([] {
    for (const Index size : {1, 7, 16, 50, 700}) {
      const Index room = kernels::padded(size);
      const VectorF mean = whole_numbers(room, 1, 3), sd = whole_numbers(room, 1, 4);
      const VectorF noise = whole_numbers(room, 1, 5);
      VectorF weights = VectorF::Constant(room, 99.0f);
      const auto norms = kernels::draw_weights(
          kernels::WeightDraw<float>{mean.data(), sd.data(), noise.data(), weights.data(), size});
      const VectorF expected = mean + sd.cwiseProduct(noise);
      EXPECT_TRUE(weights.head(size) == expected.head(size));
      EXPECT_EQ(norms.noise, noise.head(size).cast<double>().squaredNorm());
      EXPECT_EQ(norms.weights, expected.head(size).cast<double>().squaredNorm());
    }
  });
}

TEST(DrawKernels, ReadoutsAreExact) {
  each_shape([](Index rows, Index outputs, Index count) {
    const MatrixF in = lines(count, rows, 9), weights = whole_numbers(outputs, count, 10);
    MatrixF out(rows, outputs);
    kernels::readout_forward(
        kernels::Readout<float>{in.data(), rows, count, outputs, weights.data(), out.data()});
    ASSERT_TRUE(out == (weights * in).leftCols(rows).transpose()) << rows << ' ' << count;
    MatrixF slopes = lines(outputs, rows, 11), gradient(outputs, count);
    slopes.rightCols(slopes.cols() - rows).setZero();
    kernels::readout_gradient(kernels::ReadoutGradient<float>{in.data(), rows, count, outputs,
                                                              slopes.data(), gradient.data()});
    ASSERT_TRUE(gradient == slopes * in.transpose()) << rows << ' ' << count;
  });
}

}  // namespace
}  // namespace renyi::draw_kernels_test
