#include "cli/evaluation.hpp"

#include <gtest/gtest.h>

#include <array>

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

}  // namespace
}  // namespace renyi::cli::evaluation_test
