#include "cli/prediction_tables.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "tests/support/class_model.hpp"
#include "tests/support/conformal_model.hpp"

namespace renyi::cli::prediction_tables_test {
namespace {

using Names = std::vector<std::string>;
using testing::ClassModel;
using testing::ConformalModel;

constexpr std::array<Index, 2> rows = {4, 0};

double number(const Table& table, std::size_t row, std::size_t column) {
  return std::get<double>(table.rows.at(row).at(column));
}

TEST(PredictionTables, ClassesHaveAProbabilityEachAndTheMostProbableIsNamed) {
  const Table table =
      predictions_table(ClassModel({"a", "b", "c"}), Matrix{{-1}, {1}}, rows, std::array{0.5});
  EXPECT_EQ(table.columns, (Names{"row", "class", "p(a)", "p(b)", "p(c)"})) << "no quantiles";
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(std::get<std::int64_t>(table.rows[0][0]), 5);
  EXPECT_EQ(std::get<std::string>(table.rows[0][1]), "a");
  EXPECT_EQ(std::get<std::string>(table.rows[1][1]), "c");
  const double e = std::exp(1.0);
  for (std::size_t c = 0; c < 3; ++c) {
    const double expected = std::pow(e, static_cast<double>(c)) / (1.0 + e + e * e);
    EXPECT_NEAR(number(table, 1, 2 + c), expected, 1e-15);
    EXPECT_NEAR(number(table, 0, 4 - c), expected, 1e-15);
  }
  EXPECT_EQ(table.title, "Predictions of y for 2 rows");
}

TEST(PredictionTables, TheLogDensityOfAClassIsThatOfItsProbability) {
  const ClassModel model({"a", "b", "c"});
  const Matrix features{{-1}, {1}};
  Table table = predictions_table(model, features, rows, std::array{0.5});
  add_log_density(table, model, features, Vector{{2, 1}});
  EXPECT_EQ(table.columns.back(), "log_density");
  EXPECT_DOUBLE_EQ(number(table, 0, 5), std::log(number(table, 0, 4)));
  EXPECT_DOUBLE_EQ(number(table, 1, 5), std::log(number(table, 1, 3)));
}

TEST(PredictionTables, CalibratedIntervalsStandBesideTheQuantiles) {
  const Table table = predictions_table(ConformalModel(), Matrix{{0}, {2}}, rows, std::array{0.5});
  EXPECT_EQ(table.columns,
            (Names{"row", "mean", "sd", "noise_sd", "model_sd", "q0.5", "lower", "upper"}));
  for (std::size_t r = 0; r < 2; ++r) {
    const double x = r == 0 ? 0.0 : 2.0;
    const double sd = 5.0 * std::sqrt(1.0 + ConformalModel::s * ConformalModel::s * (1.0 + x * x));
    EXPECT_NEAR(number(table, r, 1), 100.0 + 5.0 * x, 1e-12);
    EXPECT_NEAR(number(table, r, 2), sd, 1e-12);
    EXPECT_NEAR(number(table, r, 6), 100.0 + 5.0 * x - sd, 1e-12);
    EXPECT_NEAR(number(table, r, 7), 100.0 + 5.0 * x + sd, 1e-12);
  }
  ASSERT_EQ(table.notes.size(), 2U);
  EXPECT_NE(table.notes[1].find("mean -+ 1 sd, calibrated on 24 rows held out"), std::string::npos);
  EXPECT_NE(table.notes[1].find("probability 0.8 or more"), std::string::npos);
}

}  // namespace
}  // namespace renyi::cli::prediction_tables_test
