#include "cli/evaluation.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "renyi/models/class_scores.hpp"
#include "tests/support/class_model.hpp"
#include "tests/support/conformal_model.hpp"

namespace renyi::cli::evaluation_test {
namespace {

TEST(Evaluation, TheTableHoldsEveryScoreWithItsError) {
  const RowScores rows = gaussian_scores(Vector{{0, 0}}, Vector{{1, 1}}, Vector{{0.1, 3}});
  const Table table = scores_table(summarise(rows, std::array{0.5, 0.95}), 2);
  ASSERT_EQ(table.rows.size(), 5U);
  EXPECT_EQ(std::get<std::string>(table.rows[4][0]), "coverage of 95 %");
  EXPECT_EQ(std::get<double>(table.rows[4][1]), 0.5);
  for (const auto& row : table.rows) EXPECT_TRUE(std::holds_alternative<double>(row[2]));
  const RowScores one = gaussian_scores(Vector{{0}}, Vector{{1}}, Vector{{0.1}});
  EXPECT_TRUE(std::holds_alternative<NotAvailable>(scores_table(summarise(one, {}), 1).rows[0][2]));
}

TEST(Evaluation, FiguresShowEveryRowAndEveryLevel) {
  const Vector targets{{1, 2, 3}};
  const Predictions predictions{.mean = Vector{{1.5, 2.5, 2.5}},
                                .noise_sd = Vector::Ones(3),
                                .model_sd = Vector::Zero(3),
                                .quantiles = Matrix{{0, 3}, {1, 4}, {1, 4}}};
  const Figure observed = observed_figure(predictions, targets, "y");
  EXPECT_EQ(observed.series[0].x, (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(observed.series[0].upper, (std::vector<double>{3, 4, 4}));
  EXPECT_EQ(observed.series[1].x, (std::vector<double>{1, 3})) << "the ideal";
  const Figure calibration =
      calibration_figure(gaussian_scores(predictions.mean, predictions.noise_sd, targets));
  EXPECT_EQ(calibration.series[0].x.size(), 19U);
  EXPECT_EQ(calibration.series[0].y.back(), 1.0);
}

TEST(Evaluation, AModelOfClassesIsScoredAsSuch) {
  Report report;
  const testing::ClassModel model({"a", "b"});
  const Matrix features{{-1}, {1}, {1}, {2}};
  const Vector targets{{0, 1, 0, 1}};
  add_evaluation(model, features, targets, report);
  ASSERT_EQ(report.tables.size(), 3U);
  EXPECT_EQ(report.tables[0].name, "scores");
  EXPECT_EQ(report.tables[1].name, "confusion");
  EXPECT_EQ(report.tables[2].name, "reliability");
  ASSERT_EQ(report.figures.size(), 1U);
  const auto scores = score_classes(model.predict_classes(features).probabilities, targets);
  EXPECT_EQ(std::get<double>(report.tables[0].rows[0][1]), scores.log_likelihood.value);
  EXPECT_EQ(std::get<double>(report.tables[0].rows[1][1]), 0.75);
  EXPECT_EQ(std::get<std::int64_t>(report.tables[1].rows[0][2]), 1) << "a, predicted b";
}

TEST(Evaluation, TheCoverageOfCalibratedIntervalsIsReported) {
  Report report;
  add_evaluation(testing::ConformalModel(), Matrix::Zero(4, 1), Vector{{100, 95.1, 106, 104.9}},
                 report);
  const auto& row = report.tables.at(0).rows.back();
  EXPECT_EQ(std::get<std::string>(row[0]), "conformal coverage of 80 %");
  EXPECT_EQ(std::get<double>(row[1]), 0.75);
  EXPECT_DOUBLE_EQ(std::get<double>(row[2]), std::sqrt(0.16 / 4.0 * (1.0 + 3.0 / 26.0)));
  EXPECT_EQ(report.figures.size(), 2U);
}

}  // namespace
}  // namespace renyi::cli::evaluation_test
