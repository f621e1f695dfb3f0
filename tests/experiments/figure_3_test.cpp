#include "experiments/figure_3.hpp"

#include <gtest/gtest.h>

#include "renyi/core/error.hpp"
#include "tests/experiments/report_cells.hpp"

namespace renyi::figure_3_test {
namespace {

using testing::number;

TEST(Figure3, HasARowForEveryMethodAndAFigureForEveryN) {
  const Report report = figure_3({.betas = {0.0, 0.5}, .rows = {8, 16}});
  EXPECT_TRUE(testing::well_formed(report));
  EXPECT_EQ(testing::table(report, "posteriors").rows.size(), 2U * 2U * 6U);
  ASSERT_EQ(report.figures.size(), 3U);
  EXPECT_EQ(report.figures[0].name, "widths_8");
  EXPECT_EQ(report.figures[2].name, "contours");
}

// The factorised q of variational inference is narrower than the posterior, and becomes wider with
// beta, most of all where the divergence is that of all data.
TEST(Figure3, WidensQWithBetaAndWithTheBatch) {
  const Report report = figure_3({.betas = {0.0, 0.5}, .rows = {16}});
  const Table& of = testing::table(report, "posteriors");
  const double variational = number(of, 5, 6), local = number(of, 8, 6), global = number(of, 11, 6);
  EXPECT_LT(variational, 1.0);
  EXPECT_GT(local, variational);
  EXPECT_GT(global, local);
  // KL[q || p] is what variational inference minimises.
  for (std::size_t row = 6; row < 12; ++row) EXPECT_GE(number(of, row, 8), number(of, 5, 8));
}

TEST(Figure3, SaysWhereEveryQIsAsGood) {
  const Report report = figure_3({.betas = {1.0}, .rows = {8}});
  const auto& row = testing::table(report, "posteriors").rows.back();
  EXPECT_EQ(std::get<double>(row[4]), 0.0);
  EXPECT_TRUE(std::holds_alternative<NotAvailable>(row[6]));
}

TEST(Figure3, RefusesWhatHasNoMeaning) {
  EXPECT_THROW(figure_3({.betas = {}}), UsageError);
  EXPECT_THROW(figure_3({.betas = {1.5}}), UsageError);
  EXPECT_THROW(figure_3({.rows = {}}), UsageError);
  EXPECT_THROW(figure_3({.rows = {10}}), UsageError);
  EXPECT_THROW(figure_3({.rows = {4}}), UsageError);
}

}  // namespace
}  // namespace renyi::figure_3_test
