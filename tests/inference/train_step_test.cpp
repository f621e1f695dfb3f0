#include "renyi/inference/train_step.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "renyi/core/error.hpp"
#include "renyi/inference/train.hpp"
#include "tests/inference/zoo.hpp"

namespace renyi::train_step_test {
namespace {

using testing::GaussianTarget;
using testing::LatentShift;

const Vector start = (Vector(4) << 0.9, -0.8, 0.1, -0.2).finished();

// Rows in batches of 32, 32 and 6.
LatentShift latent_shift() { return LatentShift(testing::some_data(70)); }

TrainOptions quick() {
  return {.alpha = Alpha(0.5), .draws = 5, .epochs = 4, .learning_rate = 0.05};
}

TEST(TrainStep, IsOneOfAdamAlongTheGradient) {
  LatentShift shift = latent_shift();
  const std::vector<Index> rows = {4, 1, 7};
  const TrainOptions options = quick();
  auto state = start_at(start);
  TrainStep<double> step(shift, state, options, nullptr);
  Vector expected = start;
  AdamState adam = adam_start(4);
  for (std::uint32_t i = 0; i < 3; ++i) {
    MinibatchGradient gradient;
    minibatch_gradient(shift, options, expected, rows, i, gradient);
    adam_step({}, 0.1, gradient.gradient, adam, expected, expected);
    step.take(rows, 0.1, i == 1);
    EXPECT_EQ(state.parameters, expected);
    EXPECT_EQ(state.step, i + 1);
    EXPECT_EQ(state.bound.count, i + 1);
    EXPECT_EQ(state.averaged, i >= 1 ? 1 : 0);
  }
  EXPECT_NE(state.average, Vector::Zero(4));
}

// Leaves the numbers once its parameter is 2.5 or more; the gradient is 1.
class Cliff : public Objective {
 public:
  double beyond = std::numeric_limits<double>::quiet_NaN();

  Index parameters() const override { return 2; }
  Index rows() const override { return 1; }
  std::string parameter_name(Index parameter) const override {
    return parameter == 0 ? "height" : "width";
  }
  void draw(const Vector& parameters, std::span<const Index> /*rows*/, Index draws,
            const Stream& /*stream*/, Matrix& log_weights) override {
    log_weights.setConstant(draws, 1, parameters(0) < 2.5 ? parameters(0) : beyond);
  }
  void pull_back(const Vector& /*parameters*/, const GradientCoefficients& coefficients,
                 Vector& gradient) override {
    gradient(0) += coefficients.model.sum();
  }
};

TEST(TrainStep, StopsAtWhatIsNoNumberAndKeepsTheLastGoodState) {
  Cliff cliff;
  TrainState state = start_at(Vector::Zero(2));
  const TrainOptions options{
      .alpha = Alpha(0.5), .draws = 2, .epochs = 10, .learning_rate = 1.0, .averaging = 1.0};
  try {
    train(cliff, state, options);
    FAIL() << "NaN went unnoticed";
  } catch (const NumericalError& error) {
    EXPECT_STREQ(error.what(),
                 "step 4 (epoch 4): log-weight of draw 1 in column 1: expected a number or -inf, "
                 "found nan; the last change was largest in height, from 2 to 3; a smaller "
                 "learning rate may help");
  }
  EXPECT_NEAR(state.parameters(0), 2.0, 1e-7) << "where all was well";
  EXPECT_NEAR(state.average(0), 1.0, 1e-7) << "of 0, 1 and 2";
  EXPECT_EQ(state.step, 3);
  ASSERT_EQ(state.history.size(), 3U);
  EXPECT_NEAR(state.history[2].bound, 2.0, 1e-7);
  cliff.beyond = -std::numeric_limits<double>::infinity();
  EXPECT_THROW(train(cliff, Vector::Zero(2), options), NumericalError);
  EXPECT_THROW(train(cliff, Vector::Constant(2, 5.0), options), NumericalError) << "at the start";
}

TEST(TrainStep, NamesTheParameterThatAHugeStepCarriesAway) {
  GaussianTarget target(testing::correlated_precision(), 0.4);
  TrainState state = start_at(start);
  TrainOptions options = quick();
  options.learning_rate = 1e9;
  try {
    train(target, state, options);
    FAIL() << "a step of 1e9 went unnoticed";
  } catch (const NumericalError& error) {
    EXPECT_NE(std::string(error.what()).find("step 2 (epoch 2)"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("largest in "), std::string::npos) << error.what();
  }
  EXPECT_EQ(state.parameters, start);
  options.learning_rate = 1e308;
  Vector far = start;
  far(0) = -1e308;
  EXPECT_THROW(train(target, far, options), NumericalError);
}

// Its derivative by width leaves the numbers once the height is 2.5 or more.
class Steep : public BasicObjective<float> {
 public:
  float beyond = 2e19F;

  Index parameters() const override { return 2; }
  Index rows() const override { return 1; }
  std::string parameter_name(Index parameter) const override {
    return parameter == 0 ? "height" : "width";
  }
  void draw(const VectorF& parameters, std::span<const Index> /*rows*/, Index draws,
            const Stream& /*stream*/, Matrix& log_weights) override {
    log_weights.setConstant(draws, 1, parameters(0));
  }
  void pull_back(const VectorF& parameters, const GradientCoefficients& /*coefficients*/,
                 VectorF& gradient) override {
    gradient(0) += 1.0F;
    if (parameters(0) >= 2.5F) gradient(1) += beyond;
  }
};

// Adam has then computed the next parameters already, and those before must still be known.
TEST(TrainStep, StopsAtAGradientThatIsNoNumberAndKeepsTheLastGoodState) {
  for (const double clip : {0.0, 100.0}) {
    Steep steep;
    if (clip > 0.0) steep.beyond = std::numeric_limits<float>::infinity();
    auto state = start_at<float>(VectorF::Zero(2));
    const TrainOptions options{
        .draws = 1, .epochs = 10, .learning_rate = 1.0, .averaging = 1.0, .clip = clip};
    try {
      train(steep, state, options);
      FAIL() << "an infinite square went unnoticed";
    } catch (const NumericalError& error) {
      EXPECT_EQ(error.what(),
                fmt::format("step 4 (epoch 4): derivative by width: expected a number below 1e19, "
                            "found {}; the last change was largest in height, from 2 to 3; a "
                            "smaller learning rate may help",
                            steep.beyond));
    }
    EXPECT_NEAR(state.parameters(0), 2.0, 1e-6) << "where all was well";
    EXPECT_NEAR(state.average(0), 1.0, 1e-6) << "of 0, 1 and 2";
    EXPECT_EQ(state.step, 3);
    EXPECT_EQ(state.history.size(), 3U);
  }
}

TEST(TrainStep, ClipsLongGradientsOnly) {
  LatentShift shift = latent_shift();
  TrainOptions options = quick();
  options.adam.epsilon = 1.0;  // else Adam's steps do not depend on the length
  const Vector free = train(shift, start, options).parameters;
  options.clip = 1e6;
  EXPECT_EQ(train(shift, start, options).parameters, free);
  options.clip = 1e-3;
  const Vector clipped = train(shift, start, options).parameters;
  EXPECT_LE((clipped - start).norm(), 12 * 0.05 * 1e-3);
  EXPECT_GT((clipped - start).norm(), 0.0);
}

}  // namespace
}  // namespace renyi::train_step_test
