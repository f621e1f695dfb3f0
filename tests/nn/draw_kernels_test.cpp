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
                                                          .is_turned = false,
                                                          .gradient = gradient.data()});
    const MatrixF expected = in * slopes.topRows(units).transpose();
    ASSERT_TRUE(Eigen::Map<const MatrixF>(gradient.data(), inputs + 1, units) == expected)
        << rows << ' ' << inputs << ' ' << units;
    ASSERT_TRUE((gradient.tail(16).array() == 99.0f).all());
  });
}

TEST(DrawKernels, SumsOverDrawsTakeTheGradientLessThePriorsPull) {
  each_target([] {
    for (const Index size : {1, 15, 16, 17, 40})
      for (const Index count : {1, 2, 4, 7})
        for (const bool is_first : {false, true}) {  // which sets what others add to
          const Index room = kernels::padded(size);
          const VectorF mean = whole_numbers(room, 1, 3), sd = whole_numbers(room, 1, 4);
          const MatrixF noise = whole_numbers(count, room, 5), g = whole_numbers(count, room, 6);
          std::vector<kernels::DrawGradient<float>> draws;
          VectorF slope = VectorF::Ones(room), product = VectorF::Ones(room);
          VectorF slopes = VectorF::Constant(room, is_first ? 0.0f : 1.0f), products = slopes;
          for (Index k = 0; k < count; ++k) {
            const auto shrink = static_cast<float>(k - 2);
            draws.push_back({g.row(k).data(), noise.row(k).data(), shrink});
            const VectorF e = noise.row(k);
            const VectorF d = g.row(k).transpose() - shrink * (mean + sd.cwiseProduct(e));
            slopes += d;
            products += d.cwiseProduct(e);
          }
          kernels::add_gradients(kernels::GradientSums<float>{mean.data(), sd.data(), slope.data(),
                                                              product.data(), is_first},
                                 draws.data(), count, size);
          ASSERT_EQ(slope.head(size), slopes.head(size)) << size << ' ' << count;
          ASSERT_EQ(product.head(size), products.head(size)) << size << ' ' << count;
        }
  });
}

TEST(DrawKernels, SumsOfPartsAreInDouble) {
  each_target([] {
    for (const Index size : {1, 3, 4, 16, 37}) {
      const MatrixF parts = whole_numbers(3, size + 8, 1).array() + 0x1p24f;
      const float* rows[] = {parts.row(0).data(), parts.row(1).data(), parts.row(2).data()};
      const VectorF factors = whole_numbers(size, 1, 2);
      Vector out = Vector::Constant(size + 1, -1.0);
      const Vector sums = parts.leftCols(size).cast<double>().colwise().sum();
      kernels::sum_parts(
          kernels::PartSums<float>{.parts = rows, .count = 3, .size = size, .out = out.data()});
      EXPECT_EQ(out.head(size), sums);
      kernels::sum_parts(kernels::PartSums<float>{.parts = rows,
                                                  .count = 3,
                                                  .size = size,
                                                  .out = out.data(),
                                                  .factors = factors.data(),
                                                  .offset = 5.0});
      EXPECT_EQ(out.head(size), Vector(sums.cwiseProduct(factors.cast<double>()).array() + 5.0));
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

// What one pass gives is what the readout, and the layer before it, give apart.
TEST(DrawKernels, TheReadoutOfOneOutputBackwardIsItsPartsInOne) {
  each_shape([](Index rows, Index inputs, Index units) {
    const MatrixF in = lines(units + 1, rows, 1), before = lines(inputs + 1, rows, 2);
    const MatrixF weights = whole_numbers(1, units + 1, 3);
    MatrixF slopes = lines(1, rows, 4);
    slopes.rightCols(slopes.cols() - rows).setZero();
    const MatrixF sums = weights.leftCols(units).transpose() * slopes;
    const MatrixF expected = (in.topRows(units).array() > 0.0f).select(sums, 0.0f);
    std::vector<float> turned(static_cast<std::size_t>(in.cols() * kernels::padded(units)));
    for (const bool all_lines : {false, true}) {
      MatrixF gradient(1, units + 1), earlier(inputs + 1, units);
      MatrixF out = MatrixF::Constant(kernels::padded(units), in.cols(), 99.0f);
      kernels::readout_backward(kernels::ReadoutBackward<float>{.in = in.data(),
                                                                .rows = rows,
                                                                .lines = units + 1,
                                                                .weights = weights.data(),
                                                                .slopes = slopes.data(),
                                                                .activation = Activation::relu,
                                                                .all_lines = all_lines,
                                                                .gradient = gradient.data(),
                                                                .turned = turned.data(),
                                                                .out = out.data()});
      ASSERT_TRUE(gradient == slopes * in.transpose()) << rows << ' ' << units;
      ASSERT_TRUE(!all_lines || out.topLeftCorner(units, rows) == expected.leftCols(rows));
      kernels::layer_gradient(kernels::LayerGradient<float>{.in = before.data(),
                                                            .rows = rows,
                                                            .lines = inputs + 1,
                                                            .units = units,
                                                            .slopes = out.data(),
                                                            .turned = turned.data(),
                                                            .is_turned = true,
                                                            .gradient = earlier.data()});
      ASSERT_TRUE(earlier == before * expected.transpose()) << rows << ' ' << units;
    }
  });
}

}  // namespace
}  // namespace renyi::draw_kernels_test
