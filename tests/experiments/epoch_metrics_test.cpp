#include "experiments/epoch_metrics.hpp"

#include <gtest/gtest.h>

namespace renyi::epoch_metrics_test {
namespace {

TEST(EpochMetrics, HoldTheCourseOfTraining) {
  const EpochMetrics epochs =
      epoch_metrics({{.epoch = 1, .bound = -3.0, .effective_draws = 2.0, .learning_rate = 0.1},
                     {.epoch = 2,
                      .bound = -2.0,
                      .effective_draws = 4.0,
                      .learning_rate = 0.05,
                      .validation_score = -1.5}});
  EXPECT_EQ(epochs,
            (EpochMetrics{{1, {{"bound", -3.0}, {"effective_draws", 2.0}, {"learning_rate", 0.1}}},
                          {2,
                           {{"bound", -2.0},
                            {"effective_draws", 4.0},
                            {"learning_rate", 0.05},
                            {"validation_score", -1.5}}}}));
}

}  // namespace
}  // namespace renyi::epoch_metrics_test
