#include "renyi/nn/pixel_kernels.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "renyi/core/gradient_check.hpp"
#include "tests/core/each_target.hpp"
#include "tests/nn/guarded.hpp"

namespace renyi::pixel_kernels_test {
namespace {

using test::each_target;
using test::Guarded;
using test::normal_numbers;

template <class T>
class PixelKernels : public ::testing::Test {};
using Precisions = ::testing::Types<float, double>;
TYPED_TEST_SUITE(PixelKernels, Precisions);

const PixelLikelihood likelihoods[] = {
    {.model = PixelModel::bernoulli},
    {.model = PixelModel::gaussian, .mean = PixelMean::sigmoid},
    {.model = PixelModel::gaussian, .mean = PixelMean::linear},
    {.model = PixelModel::gaussian_fixed_sd, .mean = PixelMean::sigmoid, .sd = 0.25},
    {.model = PixelModel::gaussian_fixed_sd, .mean = PixelMean::linear, .sd = 3.0}};

// By its definition, and the sum of what is added up.
struct LogLikelihood {
  long double value = 0.0L, size = 0.0L;
};
LogLikelihood by_definition(const PixelLikelihood& likelihood, const double* outputs,
                            const double* image, Index pixels) {
  LogLikelihood sum;
  for (Index j = 0; j < pixels; ++j) {
    const long double o = outputs[j], x = image[j];
    if (likelihood.model == PixelModel::bernoulli) {
      const long double log_of_one = -std::log1p(std::exp(-std::abs(o))) + std::min(o, 0.0L);
      const long double log_of_zero = -std::log1p(std::exp(-std::abs(o))) - std::max(o, 0.0L);
      sum.value += x * log_of_one + (1.0L - x) * log_of_zero;
      sum.size += std::abs(o) + 1.0L;
    } else {
      const long double mean =
          likelihood.mean == PixelMean::sigmoid ? 1.0L / (1.0L + std::exp(-o)) : o;
      const long double sd = likelihood.model == PixelModel::gaussian
                                 ? std::exp(static_cast<long double>(outputs[pixels + j]))
                                 : static_cast<long double>(likelihood.sd);
      const long double t = (x - mean) / sd;
      sum.value -=
          0.5L * t * t + std::log(sd) + 0.5L * std::log(2.0L * std::numbers::pi_v<long double>);
      sum.size += t * t + (1.0L + std::abs(mean)) * std::abs(t) / sd + std::abs(std::log(sd));
    }
  }
  return sum;
}

// Six draws of two images, whose pixels are black, white and grey.
struct Case {
  PixelLikelihood likelihood;
  Index pixels, draws = 6, per_image = 3;
  Index width = likelihood.outputs(pixels);
  Vector outputs = 2.0 * normal_numbers(draws * width, 1);
  Vector images = (0.5 + 0.75 * normal_numbers(draws / per_image * pixels, 2).array())
                      .max(0.0)
                      .min(1.0)
                      .cast<float>()
                      .cast<double>();
  Vector start = normal_numbers(draws, 3);

  LogLikelihood expected(Index r, const Vector& at) const {
    return by_definition(likelihood, at.data() + r * width, images.data() + r / per_image * pixels,
                         pixels);
  }
};

std::vector<Case> cases() {
  std::vector<Case> list;
  for (const PixelLikelihood& likelihood : likelihoods) {
    for (const Index pixels : test::row_lengths())
      list.push_back({.likelihood = likelihood, .pixels = pixels});
    list.push_back({.likelihood = likelihood, .pixels = 771});  // a tail behind 96 vectors
  }
  return list;
}

template <class T>
struct Found {
  Vector log_weights, outputs;
};
template <class T>
Found<T> run(const Case& c, bool with_slopes) {
  Guarded<T> outputs(c.outputs);
  const Guarded<T> images(c.images);
  Guarded<double> log_weights(c.start);
  const auto& table = kernels::pixel_kernels<T>();
  (with_slopes ? table.add_with_slopes : table.add)(
      {c.likelihood, outputs.data(), images.data(), c.pixels, c.per_image, c.draws},
      log_weights.data());
  EXPECT_TRUE(outputs.is_intact() && log_weights.is_intact());
  return {log_weights.numbers(), outputs.numbers()};
}

template <class T>
void expect_log_likelihoods(const Case& c, const Vector& log_weights) {
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
  for (const Case& c : cases())
    each_target([&] {
      const auto found = run<TypeParam>(c, false);
      expect_log_likelihoods<TypeParam>(c, found.log_weights);
      EXPECT_EQ(found.outputs, c.outputs);
      expect_log_likelihoods<TypeParam>(c, run<TypeParam>(c, true).log_weights);
    });
}

TEST(PixelKernels, SlopesAreTheDerivatives) {
  for (const Case& c : cases()) {
    if (c.pixels > 20) continue;  // differences are taken of every output
    each_target([&] {
      const Vector slopes = run<double>(c, true).outputs;
      for (Index r = 0; r < c.draws; ++r) {
        const double* image = c.images.data() + r / c.per_image * c.pixels;
        const auto f = [&](const Vector& at) {
          return static_cast<double>(by_definition(c.likelihood, at.data(), image, c.pixels).value);
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
  for (const Case& c : cases())
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

// Every pixel of a Bernoulli counts log 2, whatever it is.
TYPED_TEST(PixelKernels, LogitsOfNothingButZerosGiveNoInformation) {
  for (const Index pixels : {1, 383, 384, 385, 768, 784, 3000}) {
    Case c{.likelihood = likelihoods[0], .pixels = pixels};
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
      Case c{.likelihood = likelihoods[0], .pixels = pixels};
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
  Case c{.likelihood = likelihoods[0], .pixels = 29};
  c.images = (c.images.array() > 0.5).cast<double>();
  c.start.setZero();
  for (Index i = 0; i < c.outputs.size(); ++i)
    c.outputs(i) =
        c.images(i / c.pixels / c.per_image * c.pixels + i % c.pixels) > 0.5 ? 1e4 : -1e4;
  each_target([&] { EXPECT_EQ(run<TypeParam>(c, true).log_weights, Vector::Zero(c.draws)); });
}

}  // namespace
}  // namespace renyi::pixel_kernels_test
