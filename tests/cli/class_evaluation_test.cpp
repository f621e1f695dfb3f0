#include "cli/class_evaluation.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace renyi::cli::class_evaluation_test {
namespace {

using Names = std::vector<std::string>;

// Three rows, of which the last is wrong.
ClassScores example() {
  return score_classes(Matrix{{0.75, 0.25}, {0.0, 1.0}, {0.7, 0.3}}, Vector{{0, 1, 1}});
}

TEST(ClassEvaluation, TheTableHoldsEveryScore) {
  const Table table = class_scores_table(example());
  EXPECT_EQ(table.title, "Scores on 3 rows");
  Names names;
  for (const auto& row : table.rows) names.push_back(std::get<std::string>(row[0]));
  EXPECT_EQ(names, (Names{"log likelihood", "accuracy", "Brier score", "ECE", "ECE by chance"}));
  EXPECT_DOUBLE_EQ(std::get<double>(table.rows[1][1]), 2.0 / 3.0);
  for (std::size_t i = 0; i < 4; ++i)
    EXPECT_TRUE(std::holds_alternative<double>(table.rows[i][2])) << names[i];
  EXPECT_TRUE(std::holds_alternative<NotAvailable>(table.rows[4][2]));
}

TEST(ClassEvaluation, TheConfusionsAreThoseOfTheClasses) {
  const Table table = confusion_table(example(), {"no", "yes"});
  EXPECT_EQ(table.columns, (Names{"observed", "predicted no", "predicted yes"}));
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.rows[1],
            (std::vector<Cell>{std::string("yes"), std::int64_t{1}, std::int64_t{1}}));
}

TEST(ClassEvaluation, TheCurveShowsOnlyBinsWithRows) {
  const Table table = reliability_table(example());
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_DOUBLE_EQ(std::get<double>(table.rows[0][0]), 10.0 / 15.0);
  EXPECT_EQ(std::get<std::int64_t>(table.rows[0][2]), 1);
  EXPECT_DOUBLE_EQ(std::get<double>(table.rows[0][3]), 0.7);
  EXPECT_EQ(std::get<double>(table.rows[0][4]), 0.0);
  const Figure figure = reliability_figure(example());
  EXPECT_EQ(figure.series[0].x, (std::vector<double>{0.7, 0.75, 1.0}));
  EXPECT_EQ(figure.series[0].y, (std::vector<double>{0.0, 1.0, 1.0}));
  EXPECT_EQ(figure.series[0].lower, (std::vector<double>{0.0, 1.0 - std::sqrt(0.75), 1.0}));
  EXPECT_EQ(figure.series[0].upper.back(), 1.0);
}

}  // namespace
}  // namespace renyi::cli::class_evaluation_test
