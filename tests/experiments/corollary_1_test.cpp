#include "experiments/corollary_1.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "renyi/core/error.hpp"
#include "tests/experiments/report_cells.hpp"

namespace renyi::corollary_1_test {
namespace {

using testing::number;
using testing::table;

TEST(Corollary1, HasTheKnownOrdersOfFigure2b) {
  const Report report = corollary_1({.draws = {2, 5, 10, 100}});
  EXPECT_TRUE(testing::well_formed(report));
  const Table& orders = table(report, "alpha_K");
  EXPECT_EQ(orders.rows[0][2], Cell(NotAvailable{}));  // even the expected maximum is below
  EXPECT_NEAR(number(orders, 1, 2), -.9351, 5.1e-5);
  EXPECT_NEAR(number(orders, 2, 2), -.3344, 5.1e-5);
  EXPECT_NEAR(number(orders, 3, 2), -.0301, 5.1e-5);
}

// The seed is fixed; the rows share no draws.
TEST(Corollary1, FindsThemOnSimulatedBoundsWithinThreeStandardErrors) {
  const Report report = corollary_1({});
  std::size_t compared = 0;
  for (const auto& row : table(report, "alpha_K").rows) {
    if (row[5] == Cell(NotAvailable{})) continue;
    ++compared;
    EXPECT_LT(std::abs(std::get<double>(row[4])), 3.0 * std::get<double>(row[5]));
  }
  EXPECT_GE(compared, 10U);
}

TEST(Corollary1, TheOrderRisesWithTheDrawsAndStaysBelowZero) {
  const Report report = corollary_1({});
  double before = 0.0;
  for (const auto& row : table(report, "alpha_K").rows) {
    if (row[2] == Cell(NotAvailable{})) {  // K = 2, the first of each kind of weights
      before = -std::numeric_limits<double>::infinity();
      continue;
    }
    const double order = std::get<double>(row[2]);
    EXPECT_LT(order, 0.0);
    EXPECT_GT(order, before);
    before = order;
  }
}

// Lemma 2, and its link to Corollary 1: alpha_K lies above alpha from K_alpha + 1 draws on.
TEST(Corollary1, TheDrawsRiseWithTheOrder) {
  const Report report = corollary_1({.draws = {2}, .repetitions = 2});
  const Table& draws = table(report, "K_alpha");
  for (std::size_t column = 1; column < draws.columns.size(); ++column)
    for (std::size_t row = 1; row < draws.rows.size(); ++row)
      EXPECT_GE(std::get<std::int64_t>(draws.rows[row][column]),
                std::get<std::int64_t>(draws.rows[row - 1][column]));
}

TEST(Corollary1, TheLastDrawBelowTheEvidenceAgreesWithTheFirstOrderAboveIt) {
  const Report by_order =
      corollary_1({.draws = {2}, .alphas = {Alpha(-0.9351), Alpha(-0.3344)}, .repetitions = 2});
  const Table& draws = table(by_order, "K_alpha");
  // alpha_5 = -0.93513 and alpha_10 = -0.33442, just below and above these.
  EXPECT_LE(std::abs(std::get<std::int64_t>(draws.rows[0][1]) - 5), 1);
  EXPECT_LE(std::abs(std::get<std::int64_t>(draws.rows[1][1]) - 10), 1);
}

TEST(Corollary1, RefusesWhatHasNoMeaning) {
  EXPECT_THROW(corollary_1({.draws = {}}), UsageError);
  EXPECT_THROW(corollary_1({.draws = {0}}), UsageError);
  EXPECT_THROW(corollary_1({.alphas = {}}), UsageError);
  EXPECT_THROW(corollary_1({.alphas = {Alpha(0.0)}}), UsageError);
  EXPECT_THROW(corollary_1({.alphas = {Alpha::vr_max()}}), UsageError);
  EXPECT_THROW(corollary_1({.repetitions = 1}), UsageError);
}

}  // namespace
}  // namespace renyi::corollary_1_test
