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

// The factorised q of variational inference is narrower than the posterior and has the least
// KL[q || p]; the q of every method becomes wider with beta.
TEST(Figure3, WidensQWithBeta) {
  const Report report = figure_3({.betas = {0.0, 0.25, 0.5}, .rows = {16}});
  const Table& of = testing::table(report, "posteriors");
  for (std::size_t method = 0; method < 6; ++method) {
    EXPECT_LT(number(of, method, 6), 1.0) << method;
    EXPECT_GT(number(of, method + 6, 6), number(of, method, 6)) << method;
    EXPECT_GT(number(of, method + 12, 6), number(of, method + 6, 6)) << method;
  }
  for (std::size_t row = 0; row < 18; ++row)
    EXPECT_GE(number(of, row, 8), number(of, 5, 8) - 1e-10) << row;
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
