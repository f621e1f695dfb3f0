#include "experiments/theorem_1.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <span>

#include "renyi/core/error.hpp"
#include "tests/experiments/report_cells.hpp"

namespace renyi::theorem_1_test {
namespace {

using testing::number;
using testing::table;

TEST(Theorem1, TheBoundFallsWithTheOrderForEveryQ) {
  const Report report = theorem_1({.draws = 2});
  EXPECT_TRUE(testing::well_formed(report));
  const Table& bounds = table(report, "bounds");
  for (std::size_t row = 1; row < bounds.rows.size(); ++row)
    for (std::size_t q = 1; q < bounds.columns.size(); ++q)
      EXPECT_LE(number(bounds, row, q), number(bounds, row - 1, q) + 1e-13);
}

TEST(Theorem1, TheEvidenceLiesBetweenOrdersOfBothSigns) {
  const Report report = theorem_1({.fits = Alpha::parse_list("-inf,0,0.5,1,inf"), .draws = 2});
  const auto& rows = table(report, "sandwich").rows;
  EXPECT_EQ(rows.back()[4], Cell(NotAvailable{}));  // the q of +inf has too light tails
  for (const auto& row : std::span(rows).first(4)) {
    EXPECT_LT(std::get<double>(row[2]), std::get<double>(row[3]));
    EXPECT_LT(std::get<double>(row[3]), std::get<double>(row[4]));
  }
}

// The seed is fixed. At -1 the weights' variance is finite but hardly: the error bar is too small
// there, yet this seed's draws are within it.
TEST(Theorem1, DrawsGiveTheExactBoundWithinThreeStandardErrors) {
  const Report report = theorem_1({.alphas = Alpha::parse_list("-1,0,0.5,1,2")});
  for (const auto& row : table(report, "simulated").rows)
    EXPECT_LT(std::abs(std::get<double>(row[3])), 3.0 * std::get<double>(row[4]))
        << std::get<double>(row[0]);
}

TEST(Theorem1, CurvesPassThroughTheEvidenceAtZero) {
  const Report report = theorem_1({.draws = 2});
  const auto& series = report.figures.front().series;
  for (std::size_t i = 1; i < series.size(); ++i)
    for (std::size_t k = 0; k < series[i].x.size(); ++k)
      if (series[i].x[k] == 0.0) {
        EXPECT_NEAR(series[i].y[k], series[0].y[0], 1e-12);
      }
}

TEST(Theorem1, RefusesWhatHasNoMeaning) {
  EXPECT_THROW(theorem_1({.alphas = {}}), UsageError);
  EXPECT_THROW(theorem_1({.fits = {}}), UsageError);
  EXPECT_THROW(theorem_1({.draws = 1}), UsageError);
}

}  // namespace
}  // namespace renyi::theorem_1_test
