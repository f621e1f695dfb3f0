#include "renyi/inference/schedule.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "renyi/core/error.hpp"
#include "tests/support/generators.hpp"

namespace renyi::schedule_test {
namespace {

using testing::number_between;

Schedule any_schedule() {
  const double factor = *number_between(1e-6, 1.0);
  const auto epochs = *rc::gen::inRange<std::int64_t>(1, 1000);
  switch (*rc::gen::inRange(0, 5)) {
    case 0:
      return ConstantRate{};
    case 1:
      return ExponentialDecay{factor};
    case 2:
      return StepDecay{epochs, factor};
    case 3:
      return CosineDecay{*rc::gen::element(0.0, factor)};
    default:
      return Stages{{{epochs, factor}, {1, factor / 3.0}}};
  }
}

RC_GTEST_PROP(Schedule, IsReadBackFromItsText, ()) {
  const Schedule schedule = any_schedule();
  RC_ASSERT(parse_schedule(to_string(schedule)) == schedule);
}

RC_GTEST_PROP(Schedule, RatesArePositiveAndDoNotRise, ()) {
  Schedule schedule = any_schedule();
  const double rate = *number_between(1e-6, 1.0);
  double last = std::get_if<Stages>(&schedule) ? 1.0 : rate;
  for (double epoch = 0.0; epoch < 50.0; epoch += 0.5) {
    const double now = learning_rate(schedule, rate, {.epoch = epoch, .epochs = 50.0});
    RC_ASSERT(now > 0.0);
    RC_ASSERT(now <= last * (1.0 + 1e-15));
    last = now;
  }
}

TEST(Schedule, StartsAtTheRateAndEndsWhereItSays) {
  const auto rate = [](const char* text, double epoch) {
    return learning_rate(parse_schedule(text), 0.1, {.epoch = epoch, .epochs = 300.0});
  };
  EXPECT_EQ(rate("constant", 299.0), 0.1);
  EXPECT_EQ(rate("exponential:0.01", 0.0), 0.1);
  EXPECT_DOUBLE_EQ(rate("exponential:0.01", 150.0), 0.01);
  EXPECT_DOUBLE_EQ(rate("exponential:0.01", 300.0), 0.001);
  EXPECT_EQ(rate("step:100x0.5", 99.9), 0.1);
  EXPECT_EQ(rate("step:100x0.5", 100.0), 0.05);
  EXPECT_EQ(rate("step:100x0.5", 299.9), 0.025);
  EXPECT_EQ(rate("cosine", 0.0), 0.1);
  EXPECT_DOUBLE_EQ(rate("cosine", 150.0), 0.05);
  EXPECT_NEAR(rate("cosine", 300.0), 0.0, 1e-17);
  EXPECT_DOUBLE_EQ(rate("cosine:0.2", 300.0), 0.02);
  EXPECT_EQ(rate("stages:1x0.001,3x0.00072", 0.99), 0.001);
  EXPECT_EQ(rate("stages:1x0.001,3x0.00072", 1.0), 0.00072);
  EXPECT_EQ(rate("stages:1x0.001,3x0.00072", 250.0), 0.00072) << "the last one goes on";
}

TEST(Schedule, StagesHaveEpochsOfTheirOwn) {
  EXPECT_EQ(own_epochs(parse_schedule("stages:1x0.001,3x0.00072")), 4);
  EXPECT_EQ(own_epochs(CosineDecay{}), 0);
}

TEST(GrowingStages, AreThoseOfBurda) {
  const Stages stages = growing_stages(8, 3, 0.001);
  EXPECT_EQ(own_epochs(stages), 3280);
  EXPECT_EQ(stages.list.front(), (Stage{1, 0.001}));
  EXPECT_EQ(stages.list.back().epochs, 2187);
  EXPECT_DOUBLE_EQ(stages.list.back().rate, 0.0001);
  EXPECT_EQ(own_epochs(growing_stages(8, 2, 0.001)), 255);
}

TEST(Schedule, RefusalsSayWhatWasExpected) {
  for (const char* text : {"",
                           "linear",
                           "constant:1",
                           "exponential",
                           "exponential:",
                           "exponential:0",
                           "exponential:2",
                           "exponential:nan",
                           "step:100",
                           "step:0x0.5",
                           "step:1.5x0.5",
                           "step:10x0",
                           "cosine:",
                           "cosine:-1",
                           "cosine:x",
                           "stages:",
                           "stages:1",
                           "stages:1x0.1,",
                           "stages:1x-0.1",
                           "stages:1xinf",
                           "stages:0x1",
                           "stages:1x0.1;2x0.1"})
    EXPECT_THROW(parse_schedule(text), UsageError) << text;
  try {
    parse_schedule("stages:3x0.1,2y0.1");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "schedule: expected EPOCHSxNUMBER such as 100x0.5, found '2y0.1'");
  }
}

}  // namespace
}  // namespace renyi::schedule_test
