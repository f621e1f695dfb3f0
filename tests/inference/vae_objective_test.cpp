#include "renyi/inference/vae_objective.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "renyi/bound/renyi_bound.hpp"
#include "renyi/core/error.hpp"
#include "renyi/core/gradient_check.hpp"
#include "renyi/core/log_space.hpp"
#include "renyi/inference/minibatch_gradient.hpp"

namespace renyi::vae_objective_test {
namespace {

const std::vector<Index> rows = {3, 0, 7, 5, 1, 8, 2};
const std::vector<Alpha> orders = {Alpha(-infinity), Alpha(-2.0), Alpha(0.0),     Alpha(0.5),
                                   Alpha(1.0),       Alpha(2.0),  Alpha(infinity)};

VaeSpec spec_of(Index layers, Activation activation = Activation::tanh,
                PixelLikelihood likelihood = {}) {
  const char* const texts[] = {"d5-s3", "d5-d4-s3-d4-s2", "d4-s3-s2-d3-s2"};
  return {.pixels = 6,
          .architecture = parse_architecture(texts[layers - 1]),
          .activation = activation,
          .likelihood = likelihood};
}

MatrixF grey_images(Index pixels) {
  MatrixF images(10, pixels);
  fill_uniform({.seed = 4, .purpose = Purpose::data}, {}, images);
  return images;
}

template <class T>
VectorOf<T> parameters_of(const VaeObjective<T>& objective) {
  const Index pixels = objective.networks().spec().pixels;
  VectorF start = objective.networks().start(2, VectorF::Constant(pixels, 0.4f));
  VectorF noise(start.size());
  fill_normal({.seed = 9, .purpose = Purpose::test}, {},
              std::span(noise.data(), static_cast<std::size_t>(noise.size())));
  start = 0.5f * start + 0.1f * noise;  // three layers of exponentials grow fast
  return start.template cast<T>();
}

TrainOptions options_of(Alpha alpha, std::int64_t draws = 4, Backward backward = Backward::all) {
  TrainOptions options;
  options.alpha = alpha;
  options.draws = draws;
  options.batch = std::ssize(rows);
  options.backward = backward;
  options.seed = 6;
  return options;
}

template <class T>
struct Found {
  double value;
  VectorOf<T> gradient;
};

template <class T>
Found<T> gradient_of(VaeObjective<T>& objective, const TrainOptions& options,
                     const VectorOf<T>& parameters, std::uint32_t step = 3) {
  BasicMinibatchGradient<T> out;
  minibatch_gradient(objective, options, parameters, rows, step, out);
  return {out.value, out.gradient};
}

void expect_gradient(const VaeSpec& spec, bool binarise) {
  const MatrixF images = grey_images(spec.pixels);
  VaeObjective<double> objective(spec, images, binarise, nullptr);
  const Vector parameters = parameters_of(objective);
  for (const Alpha alpha : orders) {
    const TrainOptions options = options_of(alpha);
    const Vector gradient = gradient_of(objective, options, parameters).gradient;
    const GradientCheck check =
        check_gradient([&](const Vector& at) { return gradient_of(objective, options, at).value; },
                       parameters, gradient);
    EXPECT_TRUE(check.passed) << to_string(spec.architecture) << " alpha " << alpha.to_string()
                              << ": " << objective.parameter_name(check.worst) << " "
                              << check.to_string();
  }
}

TEST(VaeObjective, IsDifferentiatedExactlyForEveryOrderAndDepth) {
  for (const Index layers : {1, 2, 3}) expect_gradient(spec_of(layers), true);
}
TEST(VaeObjective, IsDifferentiatedExactlyForEveryActivationAndLikelihood) {
  expect_gradient(
      spec_of(2, Activation::softplus, {.model = PixelModel::gaussian, .mean = PixelMean::sigmoid}),
      false);
  expect_gradient(
      spec_of(1, Activation::softplus, {.model = PixelModel::gaussian, .mean = PixelMean::linear}),
      false);
  expect_gradient(spec_of(2, Activation::relu, {.model = PixelModel::gaussian_fixed_sd, .sd = 0.7}),
                  false);
  expect_gradient(spec_of(1, Activation::relu), false);
}

TEST(VaeObjective, FloatAgreesWithDouble) {
  for (const Index layers : {1, 2, 3})
    for (const Estimator estimator : {Estimator::reparameterised, Estimator::stick_the_landing,
                                      Estimator::doubly_reparameterised}) {
      const VaeSpec spec = spec_of(layers);
      const MatrixF images = grey_images(spec.pixels);
      VaeObjective<float> single(spec, images, true, nullptr);
      VaeObjective<double> precise(spec, images, true, nullptr);
      const VectorF parameters = parameters_of(single);
      TrainOptions options = options_of(Alpha(0.5), 6);
      options.estimator = estimator;
      const auto ours = gradient_of(single, options, parameters);
      const auto exact = gradient_of(precise, options, Vector(parameters.cast<double>()));
      EXPECT_NEAR(ours.value, exact.value, 1e-5 * std::abs(exact.value));
      EXPECT_LT((ours.gradient.cast<double>() - exact.gradient).norm(),
                1e-5 * exact.gradient.norm());
    }
}

// Blocks, shards and the draws that are made again are only ways to compute the same.
TEST(VaeObjective, AStepIsDrawingWeighingAndPullingBack) {
  for (const std::int64_t draws : {1, 5, 700}) {
    const VaeSpec spec = spec_of(2);
    const MatrixF images = grey_images(spec.pixels);
    VaeObjective<double> objective(spec, images, true, nullptr);
    const Vector parameters = parameters_of(objective);
    const TrainOptions options = options_of(Alpha(-0.5), draws);
    const auto step = gradient_of(objective, options, parameters);
    Matrix log_weights;
    objective.draw(parameters, rows, draws, {options.seed, Purpose::draws, 3}, log_weights);
    const Bound bound = renyi_bound(options.alpha, log_weights);
    EXPECT_NEAR(bound.values.sum(), step.value, 1e-10 * std::abs(step.value));
    GradientCoefficients coefficients;
    gradient_coefficients(options.estimator, options.alpha, bound, coefficients);
    Vector gradient = Vector::Zero(parameters.size());
    objective.pull_back(parameters, coefficients, gradient);
    EXPECT_LT((gradient - step.gradient).norm(), 1e-10 * step.gradient.norm());
  }
}

TEST(VaeObjective, ThreadsDoNotChangeABit) {
  const VaeSpec spec = spec_of(2);
  const MatrixF images = grey_images(spec.pixels);
  ThreadPool one(1), two(2), three(3);
  for (const Backward backward : {Backward::all, Backward::one})
    for (const std::int64_t draws : {3, 600})
      for (const Index shards : {0, 1, 3}) {
        const TrainOptions options = options_of(Alpha(0.0), draws, backward);
        VaeObjective<float> first(spec, images, true, &one, {}, shards);
        const VectorF parameters = parameters_of(first);
        const auto expected = gradient_of(first, options, parameters);
        for (ThreadPool* pool : {&two, &three}) {
          VaeObjective<float> other(spec, images, true, pool, {}, shards);
          const auto found = gradient_of(other, options, parameters);
          EXPECT_EQ(found.value, expected.value);
          EXPECT_EQ(found.gradient, expected.gradient);
        }
      }
}

TEST(VaeObjective, HoweverItIsCutTheSumIsOne) {
  EXPECT_EQ(vae_shards(20).shards(), 2);
  EXPECT_EQ(vae_shards(100).shards(), 4);
  EXPECT_EQ(vae_shards(100, 1).shards(), 1);
  EXPECT_EQ(vae_shards(3, 7).shards(), 3);
  const VaeSpec spec = spec_of(2);
  const MatrixF images = grey_images(spec.pixels);
  const TrainOptions options = options_of(Alpha(0.5));
  VaeObjective<double> usual(spec, images, true, nullptr);
  const Vector parameters = parameters_of(usual);
  const auto expected = gradient_of(usual, options, parameters);
  const double size = expected.gradient.cwiseAbs().maxCoeff();
  for (const Index shards : {1, 3, 100}) {
    VaeObjective<double> other(spec, images, true, nullptr, {}, shards);
    const auto found = gradient_of(other, options, parameters);
    EXPECT_NEAR(found.value, expected.value, 1e-12 * std::abs(expected.value));
    EXPECT_LE((found.gradient - expected.gradient).cwiseAbs().maxCoeff(), 1e-13 * size);
  }
}

TEST(VaeObjective, OneDrawIsTheVaeForEveryOrder) {
  const VaeSpec spec = spec_of(2);
  const MatrixF images = grey_images(spec.pixels);
  VaeObjective<float> objective(spec, images, true, nullptr);
  const VectorF parameters = parameters_of(objective);
  const auto vae = gradient_of(objective, options_of(Alpha::vi(), 1), parameters);
  for (const Alpha alpha : orders) {
    const auto other = gradient_of(objective, options_of(alpha, 1), parameters);
    EXPECT_NEAR(other.value, vae.value, 1e-12 * std::abs(vae.value)) << alpha.to_string();
    EXPECT_LT((other.gradient - vae.gradient).norm(), 1e-5f * vae.gradient.norm());
  }
}

TEST(VaeObjective, AtMinusInfinityItIsTheGradientOfTheLargestDraw) {
  const VaeSpec spec = spec_of(2);
  const MatrixF images = grey_images(spec.pixels);
  VaeObjective<float> objective(spec, images, true, nullptr);
  const VectorF parameters = parameters_of(objective);
  const TrainOptions one = options_of(Alpha::vr_max(), 20, Backward::one);
  const auto found = gradient_of(objective, one, parameters);
  EXPECT_EQ(found.gradient,
            gradient_of(objective, options_of(Alpha::vr_max(), 20), parameters).gradient);
  Matrix log_weights;
  objective.draw(parameters, rows, 20, {one.seed, Purpose::draws, 3}, log_weights);
  GradientCoefficients largest;
  largest.model = Matrix::Zero(20, std::ssize(rows));
  for (Index b = 0; b < log_weights.cols(); ++b) {
    Index k = 0;
    log_weights.col(b).maxCoeff(&k);
    largest.model(k, b) = 1.0;
  }
  largest.path = largest.score = largest.model;
  VectorF gradient = VectorF::Zero(parameters.size());
  objective.pull_back(parameters, largest, gradient);
  EXPECT_EQ(found.gradient, gradient);
}

// Along random directions, over steps with other random numbers: the mean difference is within its
// standard errors.
template <class First, class Second>
void expect_equal_means(const First& first, const Second& second, Index parameters) {
  constexpr int steps = 400;
  for (const std::uint32_t direction : {0U, 1U, 2U}) {
    VectorF z(parameters);
    fill_normal({.seed = 8, .purpose = Purpose::test, .step = direction}, {},
                std::span(z.data(), static_cast<std::size_t>(z.size())));
    double sum = 0.0, squares = 0.0;
    for (std::uint32_t step = 0; step < steps; ++step) {
      const double difference = z.dot(first(step) - second(step));
      sum += difference;
      squares += difference * difference;
    }
    const double mean = sum / steps;
    const double error = std::sqrt((squares / steps - mean * mean) / (steps - 1));
    EXPECT_GT(error, 0.0);
    EXPECT_LT(std::abs(mean), 4.0 * error);
  }
}

TEST(VaeObjective, TheGradientOfOneDrawHasTheFullOneAsItsMean) {
  for (const double alpha : {1.0, 0.0, -1.0}) {
    const VaeSpec spec = spec_of(2);
    const MatrixF images = grey_images(spec.pixels);
    VaeObjective<float> objective(spec, images, true, nullptr);
    const VectorF parameters = parameters_of(objective);
    const auto gradient = [&](Backward backward) {
      return [&, backward](std::uint32_t step) -> VectorF {
        return gradient_of(objective, options_of(Alpha(alpha), 5, backward), parameters, step)
            .gradient;
      };
    };
    expect_equal_means(gradient(Backward::one), gradient(Backward::all), parameters.size());
  }
}

TEST(VaeObjective, DoubleReparameterisationIsUnbiasedThroughSeveralLayers) {
  for (const Index layers : {1, 2, 3})
    for (const double alpha : {0.0, 0.5, -1.0}) {
      const VaeSpec spec = spec_of(layers);
      const MatrixF images = grey_images(spec.pixels);
      VaeObjective<float> objective(spec, images, true, nullptr);
      const VectorF parameters = parameters_of(objective);
      const auto gradient = [&](Estimator estimator) {
        return [&, estimator](std::uint32_t step) -> VectorF {
          TrainOptions options = options_of(Alpha(alpha), 5);
          options.estimator = estimator;
          return gradient_of(objective, options, parameters, step).gradient;
        };
      };
      expect_equal_means(gradient(Estimator::doubly_reparameterised),
                         gradient(Estimator::reparameterised), parameters.size());
    }
}

TEST(VaeObjective, BinarisesAnewAtEveryStepAndOnlyIfAsked) {
  const VaeSpec spec = spec_of(1);
  const MatrixF images = grey_images(spec.pixels);
  const MatrixF binary = (images.array() < 0.5f).cast<float>();
  VaeObjective<float> grey(spec, images, true, nullptr), plain(spec, images, false, nullptr),
      black_and_white(spec, binary, true, nullptr), fixed(spec, binary, false, nullptr);
  const VectorF parameters = parameters_of(grey);
  const auto value = [&](VaeObjective<float>& objective) {
    return gradient_of(objective, options_of(Alpha(0.0)), parameters).value;
  };
  EXPECT_NE(value(grey), value(plain));
  EXPECT_EQ(value(black_and_white), value(fixed));
}

TEST(VaeObjective, ReportsTheMeanOverImages) {
  const VaeSpec spec = spec_of(1);
  const MatrixF images = grey_images(spec.pixels);
  const VaeObjective<float> objective(spec, images, true, nullptr);
  EXPECT_EQ(objective.reported(-70.0, 7), -10.0);
}

TEST(VaeObjective, RefusesImagesOfAnotherSize) {
  const MatrixF images = grey_images(5);
  EXPECT_THROW(VaeObjective<float>(spec_of(1), images, true, nullptr), UsageError);
}

// As zeros, which cost nothing, and not as numbers that some processors are slow with.
TEST(VaeObjective, CoefficientsBelowTheFloatsPullNothingBack) {
  const VaeSpec spec = spec_of(1);
  const MatrixF images = grey_images(spec.pixels);
  VaeObjective<float> objective(spec, images, false, nullptr);
  const VectorF parameters = parameters_of(objective);
  Matrix log_weights;
  objective.draw(parameters, rows, 4, {.seed = 6}, log_weights);
  const auto pulled_back = [&](double coefficient) {
    const Matrix all = Matrix::Constant(log_weights.rows(), log_weights.cols(), coefficient);
    VectorF gradient = VectorF::Zero(parameters.size());
    objective.pull_back(parameters, {.model = all, .path = all, .score = all}, gradient);
    return gradient;
  };
  EXPECT_FALSE(pulled_back(1e-30).isZero(0.0f));
  EXPECT_TRUE(pulled_back(1e-42).isZero(0.0f));
}

}  // namespace
}  // namespace renyi::vae_objective_test
