#include "experiments/run_figures.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/example_runs.hpp"

namespace renyi::run_figures_test {
namespace {

using testing::example_run;

// Orders 0 and 1 with three seeds each; one fit of yacht.
std::vector<StoredRun> example() {
  std::vector<StoredRun> runs;
  for (const double score : {1.0, 2.0, 6.0})
    runs.push_back(
        example_run(std::ssize(runs) + 1, "boston", "1", runs.size(), {{"rmse", score}}));
  for (const double score : {4.0, 4.0, 4.0})
    runs.push_back(
        example_run(std::ssize(runs) + 1, "boston", "0", runs.size(), {{"rmse", score}}));
  runs.push_back(example_run(7, "yacht", "inf", 1, {{"rmse", 0.5}}));
  return runs;
}

TEST(RunScoresTable, HasMeansAndStandardErrors) {
  const Table table = run_scores_table(run_scores(example(), "rmse", "alpha"), Better::lower);
  EXPECT_EQ(table.columns,
            (std::vector<std::string>{"data", "alpha", "fits", "mean", "std_error"}));
  ASSERT_EQ(table.rows.size(), 3U);
  EXPECT_EQ(table.rows[0],
            (std::vector<Cell>{"boston", std::int64_t{0}, std::int64_t{3}, 4.0, 0.0}));
  EXPECT_EQ(table.rows[1][3], Cell(3.0));
  EXPECT_NEAR(std::get<double>(table.rows[1][4]), std::sqrt(7.0 / 3.0), 1e-14);
  EXPECT_EQ(table.rows[2][4], Cell(NotAvailable{})) << "of one fit";
  EXPECT_TRUE(table.notes[0].starts_with("Lower is better."));
}

TEST(RunScoresTable, NamesTheSettingWhereThereAreSeveral) {
  std::vector<StoredRun> runs = example();
  for (StoredRun& run : runs) run.options["draws"] = "10";
  runs[0].options["draws"] = "5";
  const Table table = run_scores_table(run_scores(runs, "rmse", "alpha"), Better::lower);
  EXPECT_EQ(table.columns[1], "setting");
  EXPECT_EQ(table.rows[0][1], Cell("draws=5")) << "which came first";
  EXPECT_EQ(table.rows[1][1], Cell("draws=10"));
}

TEST(RunScoresFigures, HaveALineASettingAndBarsOfOneError) {
  const auto figures = run_scores_figures(run_scores(example(), "rmse", "alpha"), Better::lower);
  ASSERT_EQ(figures.size(), 2U);
  const Figure& boston = figures[0];
  EXPECT_EQ(boston.name, "boston_rmse");
  EXPECT_EQ(boston.x.categories, (std::vector<std::string>{"0", "1"}));
  ASSERT_EQ(boston.series.size(), 1U);
  EXPECT_EQ(boston.series[0].x, (std::vector<double>{0.0, 1.0}));
  EXPECT_EQ(boston.series[0].y, (std::vector<double>{4.0, 3.0}));
  EXPECT_NEAR(boston.series[0].upper[1] - 3.0, std::sqrt(7.0 / 3.0), 1e-14);
  EXPECT_NEAR(3.0 - boston.series[0].lower[1], std::sqrt(7.0 / 3.0), 1e-14);
  EXPECT_EQ(figures[1].x.categories, (std::vector<std::string>{"inf"})) << "of its own orders";
  EXPECT_EQ(figures[1].series[0].x, (std::vector<double>{0.0}));
}

TEST(RunScoresFigures, KeepTheBestOfTooManySettings) {
  std::vector<StoredRun> runs;
  for (int draws = 1; draws <= 20; ++draws) {
    runs.push_back(example_run(draws, "boston", "1", 1, {{"rmse", std::abs(draws - 10.2)}}));
    runs.back().options["draws"] = std::to_string(draws);
  }
  for (const Better better : {Better::lower, Better::higher}) {
    const Figure figure = run_scores_figures(run_scores(runs, "rmse", "alpha"), better).at(0);
    EXPECT_EQ(figure.series.size(), most_lines);
    EXPECT_EQ(figure.series[0].name, better == Better::lower ? "draws=10" : "draws=20");
    EXPECT_NE(figure.notes.back().find("8 best of 20"), std::string::npos);
  }
}

}  // namespace
}  // namespace renyi::run_figures_test
