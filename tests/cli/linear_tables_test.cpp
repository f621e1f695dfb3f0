#include "cli/linear_tables.hpp"

#include <gtest/gtest.h>

#include "tests/support/example_encoding.hpp"

namespace renyi::cli::linear_tables_test {
namespace {

// Feature of scale 2 around 10, target of scale 5 around 100.
LinearFit example(bool learned) {
  LinearFit fit;
  fit.encoding = testing::example_encoding();
  fit.rows = 7;
  fit.sigma_learned = learned;
  fit.exact = {.sigma = 0.4,
               .coefficients = {Vector{{0.1, -1.0}}, Matrix{{0.04, 0.0}, {0.0, 0.09}}},
               .bound = -3.0,
               .log_evidence = -3.0};
  fit.approximations = {fit.exact};
  fit.approximations[0].alpha = Alpha(0.5);
  fit.approximations[0].bound = -3.5;
  return fit;
}

double number(const Table& table, std::size_t row, std::size_t column) {
  return std::get<double>(table.rows[row][column]);
}

TEST(LinearTables, CoefficientsAreInTheUnitsOfTheTable) {
  const Table table = coefficients_table(example(false));
  EXPECT_EQ(table.columns, (std::vector<std::string>{"coefficient", "mean", "sd", "sd[0.5]"}));
  EXPECT_DOUBLE_EQ(number(table, 0, 1), 100.5);
  EXPECT_DOUBLE_EQ(number(table, 0, 2), 1.0);
  EXPECT_EQ(std::get<std::string>(table.rows[1][0]), "x");
  EXPECT_DOUBLE_EQ(number(table, 1, 1), -2.5);
  EXPECT_DOUBLE_EQ(number(table, 1, 2), 0.75);
  EXPECT_EQ(coefficients_table(example(true)).columns[3], "mean[0.5]");
}

TEST(LinearTables, BoundsStandBesideTheEvidence) {
  const Table table = bounds_table(example(true));
  EXPECT_DOUBLE_EQ(number(table, 0, 0), 0.5);
  EXPECT_DOUBLE_EQ(number(table, 0, 3), -0.5);
  EXPECT_DOUBLE_EQ(number(table, 0, 4), 2.0);
  EXPECT_DOUBLE_EQ(number(model_table(example(true)), 2, 1), 2.0) << "sigma";
}

TEST(LinearTables, TheFigureHasAnIntervalForEveryFeatureAndPosterior) {
  const Figure figure = coefficients_figure(example(true));
  ASSERT_EQ(figure.series.size(), 2U);
  EXPECT_EQ(figure.x.categories, (std::vector<std::string>{"x"}));
  EXPECT_DOUBLE_EQ(figure.series[0].y[0], -5.0);
  EXPECT_NEAR(figure.series[0].upper[0], -5.0 + 1.96 * 1.5, 1e-3);
}

}  // namespace
}  // namespace renyi::cli::linear_tables_test
