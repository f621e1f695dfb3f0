#include "cli/training_text.hpp"

#include <gtest/gtest.h>

namespace renyi::cli::training_text_test {
namespace {

TEST(TrainingText, FiguresFollowTheEpochs) {
  std::vector<EpochSummary> history = {{.epoch = 1, .bound = -5.0, .validation_score = -2.0},
                                       {.epoch = 2, .bound = -4.0, .validation_score = -2.5}};
  const auto both = training_figures(history, "images");
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(both[0].series[0].y, (std::vector{-5.0, -4.0}));
  EXPECT_EQ(both[1].series[0].y, (std::vector{-2.0, -2.5}));
  EXPECT_EQ(both[1].title, "Mean log likelihood of the images kept apart");
  for (EpochSummary& epoch : history) epoch.validation_score.reset();
  EXPECT_EQ(training_figures(history, "rows").size(), 1U);
}

TEST(TrainingText, EveryEndingHasWords) {
  EXPECT_EQ(ending_text(Ending::finished), "all epochs done");
  EXPECT_EQ(ending_text(Ending::patience), "no better validation score");
  EXPECT_EQ(ending_text(Ending::observer), "stopped");
}

}  // namespace
}  // namespace renyi::cli::training_text_test
