#include "cli/progress.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace renyi::cli::progress_test {
namespace {

Progress at_step(std::int64_t step) {
  return {.epoch = 12,
          .epochs = 500,
          .step = step,
          .steps = 1000,
          .bound = -123.456789,
          .standard_error = 0.613,
          .effective_draws = 37.25,
          .seconds = 0.01 * static_cast<double>(step),
          .seconds_left = 64.2};
}

TEST(ProgressText, SaysWhereTrainingStands) {
  Progress progress = at_step(3);
  EXPECT_EQ(progress_text(progress), "epoch 12/500  bound -123.457 ± 0.61  ESS 37.2  1m05s left");
  progress.standard_error = std::nullopt;
  progress.validation_score = -2.41;
  progress.seconds_left = 7384.0;
  EXPECT_EQ(progress_text(progress),
            "epoch 12/500  bound -123.457  ESS 37.2  validation -2.41  2h03m left");
  progress.seconds_left = 0.0;
  EXPECT_NE(progress_text(progress).find("  0s left"), std::string::npos);
}

// What 1000 steps of a hundredth of a second write.
std::string shown(ProgressStyle style) {
  std::ostringstream err;
  {
    const Observer observer = progress_observer(err, style);
    for (std::int64_t step = 1; step <= 1000; ++step)
      EXPECT_EQ(observer(at_step(step)), Decision::go_on);
  }
  return err.str();
}

TEST(ProgressObserver, WritesOneLineOverItselfOnATerminalAndEndsIt) {
  const std::string text = shown({.terminal = true});
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1);
  EXPECT_EQ(text.back(), '\n');
  const auto times = std::count(text.begin(), text.end(), '\r');
  EXPECT_GE(times, 90);
  EXPECT_LE(times, 101) << "ten a second";
}

TEST(ProgressObserver, WritesALineNowAndThenElsewhere) {
  const std::string text = shown({});
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 11);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\r'), 0);
}

TEST(ProgressObserver, IsSilentWhenQuiet) {
  EXPECT_EQ(shown({.quiet = true, .terminal = true}), "");
}

TEST(ProgressStyle, IsNoTerminalForAnythingButStderr) {
  const std::ostringstream err;
  EXPECT_FALSE(progress_style(err, false).terminal);
  EXPECT_TRUE(progress_style(err, true).quiet);
}

}  // namespace
}  // namespace renyi::cli::progress_test
