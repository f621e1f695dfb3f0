#include "renyi/inference/adam.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "renyi/core/error.hpp"
#include "tests/support/generators.hpp"

namespace renyi::adam_test {
namespace {

using testing::number_between;

Vector any_gradient(Index size) {
  Vector gradient(size);
  for (double& value : gradient) value = *number_between(-10.0, 10.0);
  return gradient;
}

// The published algorithm, one parameter at a time, with powers of beta multiplied out.
struct PlainAdam {
  double m = 0.0, v = 0.0, power1 = 1.0, power2 = 1.0;
  double change(const AdamOptions& options, double rate, double g) {
    m = options.beta1 * m + (1.0 - options.beta1) * g;
    v = options.beta2 * v + (1.0 - options.beta2) * g * g;
    power1 *= options.beta1;
    power2 *= options.beta2;
    return rate * (m / (1.0 - power1)) / (std::sqrt(v / (1.0 - power2)) + options.epsilon);
  }
};

RC_GTEST_PROP(Adam, IsThePublishedAlgorithm, ()) {
  const AdamOptions options{.beta1 = *number_between(0.0, 0.99),
                            .beta2 = *number_between(0.0, 0.9999),
                            .epsilon = std::pow(10.0, *number_between(-8.0, -1.0))};
  const double rate = *number_between(1e-4, 1.0);
  constexpr Index size = 3;
  AdamState state = adam_start(size);
  std::array<PlainAdam, size> plain;
  Vector parameters = any_gradient(size);
  Vector expected = parameters;
  for (int step = 0; step < 20; ++step) {
    const Vector gradient = any_gradient(size);
    adam_step(options, rate, gradient, state, parameters, parameters);
    for (Index i = 0; i < size; ++i)
      expected(i) += plain[static_cast<std::size_t>(i)].change(options, rate, gradient(i));
    RC_ASSERT((parameters - expected).cwiseAbs().maxCoeff() <= 1e-11);
  }
}

RC_GTEST_PROP(Adam, FirstStepHasTheSizeOfTheRateUphill, ()) {
  const Vector gradient = any_gradient(5);
  AdamState state = adam_start(5);
  Vector parameters = Vector::Zero(5);
  adam_step({.epsilon = 1e-300}, 0.25, gradient, state, parameters, parameters);
  for (Index i = 0; i < 5; ++i)
    RC_ASSERT(std::abs(parameters(i) - (gradient(i) > 0) * 0.25 + (gradient(i) < 0) * 0.25) <=
              1e-12);
}

TEST(Adam, TreatsLongVectorsAsManyShortOnes) {
  constexpr Index size = 5000;  // several pieces, the last one short
  const Vector gradient = Vector::LinSpaced(size, -3.0, 4.0);
  AdamState all = adam_start(size);
  Vector to(size);
  adam_step({}, 0.1, gradient, all, Vector::Ones(size), to);
  for (const Index i : {Index{0}, Index{1023}, Index{1024}, Index{4999}}) {
    AdamState one = adam_start(1);
    Vector parameter = Vector::Ones(1);
    adam_step({}, 0.1, gradient.segment(i, 1), one, parameter, parameter);
    EXPECT_EQ(to(i), parameter(0));
  }
}

TEST(Adam, StandsStillWithoutAGradient) {
  AdamState state = adam_start(2);
  const Vector from = Vector::Ones(2);
  Vector to(2);
  adam_step(AdamOptions::burda(), 1.0, Vector::Zero(2), state, from, to);
  EXPECT_EQ(to, from);
  EXPECT_EQ(state.steps, 1);
}

TEST(AdamOptions, BurdaIsAsPublished) {
  EXPECT_EQ(AdamOptions::burda(), (AdamOptions{.beta1 = 0.99, .beta2 = 0.999, .epsilon = 1e-4}));
}

TEST(AdamOptions, RefuseWhatHasNoMeaning) {
  EXPECT_NO_THROW(AdamOptions{}.validate());
  EXPECT_THROW(AdamOptions{.beta1 = 1.0}.validate(), UsageError);
  EXPECT_THROW(AdamOptions{.beta2 = -0.1}.validate(), UsageError);
  EXPECT_THROW(AdamOptions{.epsilon = 0.0}.validate(), UsageError);
  EXPECT_THROW(AdamOptions{.beta1 = std::nan("")}.validate(), UsageError);
}

}  // namespace
}  // namespace renyi::adam_test
