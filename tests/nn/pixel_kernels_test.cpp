#include "renyi/nn/pixel_kernels.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "renyi/core/gradient_check.hpp"
#include "tests/core/each_target.hpp"
#include "tests/nn/pixel_case.hpp"

namespace renyi::pixel_kernels_test {
namespace {

using test::each_target;
using test::Guarded;
using test::likelihoods;
using test::LogLikelihood;
using test::normal_numbers;
using test::pixel_cases;
using test::PixelCase;

template <class T>
class PixelKernels : public ::testing::Test {};
using Precisions = ::testing::Types<float, double>;
TYPED_TEST_SUITE(PixelKernels, Precisions);

template <class T>
struct Found {
  Vector log_weights, outputs;
};
template <class T>
Found<T> run(const PixelCase& c, bool with_slopes) {
  Guarded<T> outputs(c.outputs);
  const Guarded<T> biases(c.biases);
  const Guarded<T> images(c.images);
  Guarded<double> log_weights(c.start);
  const auto& table = kernels::pixel_kernels<T>();
  (with_slopes ? table.add_with_slopes : table.add)(
      {c.likelihood, outputs.data(), biases.data(), images.data(), c.pixels, c.per_image, c.draws},
      log_weights.data());
  EXPECT_TRUE(outputs.is_intact() && log_weights.is_intact());
  return {log_weights.numbers(), outputs.numbers()};
}

template <class T>
void expect_log_likelihoods(const PixelCase& c, const Vector& log_weights) {
  for (Index r = 0; r < c.draws; ++r) {
    const LogLikelihood expected = c.expected(r, c.outputs);
    const double unit = std::numeric_limits<T>::epsilon();
    // Summed one after another, in lanes: errors of either sign.
    const double factor = 4.0 + std::sqrt(static_cast<double>(c.pixels));
    ASSERT_NEAR(log_weights(r), static_cast<double>(expected.value + c.start(r)),
                factor * unit * static_cast<double>(expected.size + std::abs(c.start(r))))
        << static_cast<int>(c.likelihood.model) << ' ' << static_cast<int>(c.likelihood.mean) << ' '
        << c.pixels;
  }
}

TYPED_TEST(PixelKernels, LogLikelihoodsAreTheDefinition) {
  for (const PixelCase& c : pixel_cases())
    each_target([&] {
      const auto found = run<TypeParam>(c, false);
      expect_log_likelihoods<TypeParam>(c, found.log_weights);
      EXPECT_EQ(found.outputs, c.outputs);
      expect_log_likelihoods<TypeParam>(c, run<TypeParam>(c, true).log_weights);
    });
}

TEST(PixelKernels, SlopesAreTheDerivatives) {
  for (const PixelCase& c : pixel_cases()) {
    if (c.pixels > 20) continue;  // differences are taken of every output
    each_target([&] {
      const Vector slopes = run<double>(c, true).outputs;
      for (Index r = 0; r < c.draws; ++r) {
        const double* image = c.images.data() + r / c.per_image * c.pixels;
        const auto f = [&](const Vector& at) {
          return static_cast<double>(
              test::by_definition(c.likelihood, at.data(), image, c.pixels).value);
        };
        const Vector at = c.outputs.segment(r * c.width, c.width);
        const auto check =
            check_gradient(f, at, slopes.segment(r * c.width, c.width),
                           {.absolute_tolerance = 1e-10 * (100.0 + std::abs(f(at)))});
        EXPECT_TRUE(check.passed) << c.pixels << ' ' << check.to_string();
      }
    });
  }
}

// Relative to the largest number in a pixel's arithmetic.
TEST(PixelKernels, SlopesInSinglePrecisionAreThoseInDouble) {
  for (const PixelCase& c : pixel_cases())
    each_target([&] {
      const Vector found = run<float>(c, true).outputs, exact = run<double>(c, true).outputs;
      for (Index i = 0; i < found.size(); ++i) {
        const Index at = i / c.width * c.width + i % c.width % c.pixels;
        const double distance = 2.0 + std::abs(c.outputs(at));
        const double sd = c.likelihood.model == PixelModel::gaussian
                              ? std::exp(c.outputs(at + c.pixels))
                              : c.likelihood.sd;
        const double size = 1.0 + std::pow(distance / sd, 2.0);
        ASSERT_NEAR(found(i), exact(i), 8.0 * std::numeric_limits<float>::epsilon() * size)
            << static_cast<int>(c.likelihood.model) << ' ' << c.pixels << ' ' << i;
      }
    });
}

TYPED_TEST(PixelKernels, BiasesAreAddedToTheOutputsOfEachDraw) {
  for (const PixelCase& c : pixel_cases()) {
    PixelCase apart = c, added = c;
    apart.biases = normal_numbers(c.width, 6);
    for (Index i = 0; i < c.outputs.size(); ++i)
      added.outputs(i) =
          static_cast<TypeParam>(c.outputs(i)) + static_cast<TypeParam>(apart.biases(i % c.width));
    each_target([&] {
      for (const bool with_slopes : {false, true}) {
        const auto found = run<TypeParam>(apart, with_slopes);
        const auto expected = run<TypeParam>(added, with_slopes);
        EXPECT_EQ(found.log_weights, expected.log_weights);
        EXPECT_EQ(found.outputs, with_slopes ? expected.outputs : apart.outputs);
      }
    });
  }
}

// Every pixel of a Bernoulli counts log 2, whatever it is.
TYPED_TEST(PixelKernels, LogitsOfNothingButZerosGiveNoInformation) {
  for (const Index pixels : {1, 383, 384, 385, 768, 784, 3000}) {
    PixelCase c{.likelihood = likelihoods[0], .pixels = pixels};
    c.outputs.setZero();
    each_target([&] {
      const auto found = run<TypeParam>(c, true);
      expect_log_likelihoods<TypeParam>(c, found.log_weights);
      for (Index i = 0; i < found.outputs.size(); ++i) {
        const double x = c.images(i / pixels / c.per_image * pixels + i % pixels);
        ASSERT_EQ(found.outputs(i), static_cast<TypeParam>(x - 0.5));
      }
    });
  }
}

TYPED_TEST(PixelKernels, HugeLogitsNeitherOverflowNorLoseTheirPixels) {
  for (const double huge : {90.0, 800.0, 1e4})
    for (const Index pixels : {1, 5, 8, 23, 784}) {
      PixelCase c{.likelihood = likelihoods[0], .pixels = pixels};
      for (Index i = 0; i < c.outputs.size(); ++i) c.outputs(i) = i % 3 == 1 ? -huge : huge;
      each_target([&] {
        const auto found = run<TypeParam>(c, true);
        expect_log_likelihoods<TypeParam>(c, found.log_weights);
        for (Index i = 0; i < found.outputs.size(); ++i) {
          const double x = c.images(i / pixels / c.per_image * pixels + i % pixels);
          const double sure = c.outputs(i) > 0.0 ? 1.0 : 0.0;
          ASSERT_NEAR(found.outputs(i), static_cast<TypeParam>(x - sure), 1.001 * std::exp(-huge));
        }
      });
    }
}

TYPED_TEST(PixelKernels, LogitsThatAreSureAndRightCostNothing) {
  PixelCase c{.likelihood = likelihoods[0], .pixels = 29};
  c.images = (c.images.array() > 0.5).cast<double>();
  c.start.setZero();
  for (Index i = 0; i < c.outputs.size(); ++i)
    c.outputs(i) =
        c.images(i / c.pixels / c.per_image * c.pixels + i % c.pixels) > 0.5 ? 1e4 : -1e4;
  each_target([&] { EXPECT_EQ(run<TypeParam>(c, true).log_weights, Vector::Zero(c.draws)); });
}

// A number equal to its level is not below it.
TEST(PixelKernels, LevelsAreComparedNumberByNumber) {
  each_target([] {
    for (const Index size : test::row_lengths()) {
      const Vector levels = normal_numbers(size, 4).cwiseMax(0.0);
      const Vector before = normal_numbers(size, 5).cwiseMax(0.0);
      Guarded<float> values(before);
      kernels::compare_levels(Guarded<float>(levels).data(), size, values.data());
      EXPECT_TRUE(values.is_intact());
      for (Index i = 0; i < size; ++i)
        ASSERT_EQ(values[i], before(i) < levels(i) ? 1.0f : 0.0f) << size << ' ' << i;
    }
  });
}

}  // namespace
}  // namespace renyi::pixel_kernels_test
