#include "renyi/inference/train_state.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "tests/support/generators.hpp"

namespace renyi::train_state_test {
namespace {

using testing::number_between;

RC_GTEST_PROP(RunningMean, IsTheMeanWithItsStandardError, ()) {
  const auto count = *rc::gen::inRange<Index>(2, 50);
  const double shift = *number_between(-1e6, 1e6);
  Vector values(count);
  RunningMean running;
  for (double& value : values) running.add(value = shift + *number_between(-1.0, 1.0));
  const auto n = static_cast<double>(count);
  const double error = (values.array() - values.mean()).matrix().norm() / std::sqrt(n * (n - 1.0));
  RC_ASSERT(std::abs(running.mean - values.mean()) <= 1e-9);
  RC_ASSERT(std::abs(*running.standard_error() - error) <= 1e-8);
}

TEST(RunningMean, HasNoErrorFromOneNumber) {
  RunningMean running;
  running.add(3.0);
  EXPECT_EQ(running.mean, 3.0);
  EXPECT_FALSE(running.standard_error());
}

TEST(TrainState, ReturnsTheBestBeforeTheAverageBeforeTheLast) {
  TrainState state = start_at(Vector::Constant(2, 1.0));
  EXPECT_EQ(state.adam.first, Vector::Zero(2));
  EXPECT_EQ(state.result(), Vector::Constant(2, 1.0));
  state.average = Vector::Constant(2, 2.0);
  state.averaged = 1;
  EXPECT_EQ(state.result(), Vector::Constant(2, 2.0));
  state.best = BestSoFar{.parameters = Vector::Constant(2, 3.0), .score = 0.0, .epoch = 1};
  EXPECT_EQ(state.result(), Vector::Constant(2, 3.0));
  EXPECT_EQ(state.current(), Vector::Constant(2, 2.0));
}

}  // namespace
}  // namespace renyi::train_state_test
