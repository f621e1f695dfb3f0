#include "cli/sweep_result.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "renyi/models/class_scores.hpp"
#include "tests/support/class_model.hpp"
#include "tests/support/conformal_model.hpp"

namespace renyi::cli::sweep_result_test {
namespace {

TEST(TrainingResult, HasTheLastBoundTheBestScoreAndTheCourse) {
  BasicFit<float> training{.history = {{.epoch = 1, .bound = -3.0}, {.epoch = 2, .bound = -2.0}}};
  EXPECT_EQ(training_result(training).metrics, (Metrics{{"bound", -2.0}}));
  EXPECT_EQ(training_result(training).epochs.size(), 2U);
  training.best_score = -1.5;
  EXPECT_EQ(training_result(training).metrics,
            (Metrics{{"bound", -2.0}, {"validation_score", -1.5}}));
}

// Errors of 0, 4.9, 6 and 4.9 in the units of the table; the central interval of 90 % is
// mean -+ 8.2.
TEST(TableMetrics, OfNumbersAreThoseOfEvaluate) {
  const Metrics metrics =
      table_metrics(testing::ConformalModel(), Matrix::Zero(4, 1), Vector{{100, 95.1, 106, 104.9}});
  EXPECT_DOUBLE_EQ(metrics.at("rmse"), std::sqrt((2.0 * 4.9 * 4.9 + 36.0) / 4.0));
  EXPECT_EQ(metrics.at("coverage_90"), 1.0);
  EXPECT_LT(metrics.at("log_likelihood"), 0.0);
  EXPECT_GT(metrics.at("crps"), 0.0);
  EXPECT_FALSE(metrics.contains("accuracy"));
}

TEST(TableMetrics, OfClassesAreThoseOfEvaluate) {
  const testing::ClassModel model({"a", "b"});
  const Matrix features{{-1}, {1}, {1}, {2}};
  const Vector targets{{0, 1, 0, 1}};
  const auto scores = score_classes(model.predict_classes(features).probabilities, targets);
  const Metrics metrics = table_metrics(model, features, targets);
  EXPECT_EQ(metrics.at("log_likelihood"), scores.log_likelihood.value);
  EXPECT_EQ(metrics.at("accuracy"), 0.75);
  EXPECT_EQ(metrics.at("error_rate"), 0.25);
  EXPECT_EQ(metrics.at("brier_score"), scores.brier.value);
  EXPECT_FALSE(metrics.contains("rmse"));
}

}  // namespace
}  // namespace renyi::cli::sweep_result_test
