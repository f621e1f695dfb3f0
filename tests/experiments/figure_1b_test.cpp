#include "experiments/figure_1b.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "renyi/core/error.hpp"
#include "tests/experiments/report_cells.hpp"

namespace renyi::figure_1b_test {
namespace {

using testing::number;
using testing::table;

TEST(Figure1b, PrefersMoreNoiseTheHigherTheOrder) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const Report report = figure_1b({.seed = seed});
    EXPECT_TRUE(testing::well_formed(report));
    const Table& sigma = table(report, "sigma");
    for (std::size_t row = 1; row < sigma.rows.size(); ++row)
      EXPECT_GT(number(sigma, row, 2), number(sigma, row - 1, 2)) << "seed " << seed;
  }
}

TEST(Figure1b, IsTheExactLikelihoodAtOrderZero) {
  const Report report = figure_1b({.alphas = {Alpha::iwae()}});
  EXPECT_NEAR(number(table(report, "sigma"), 0, 3), 0.0, 1e-8);
  EXPECT_NEAR(number(table(report, "sigma"), 0, 4), number(table(report, "sigma"), 0, 5), 1e-10);
}

// The points of the maxima are not below their curves.
TEST(Figure1b, MarksTheMaximumOfEachCurve) {
  for (const bool authors : {false, true}) {
    const Report report =
        figure_1b({.alphas = Alpha::parse_list("0,0.5,1,inf"), .authors_constant = authors});
    const auto& series = report.figures.front().series;
    ASSERT_EQ(series.size(), 10U);
    for (std::size_t i = 0; i < series.size(); i += 2)
      for (const double y : series[i].y) EXPECT_LE(y, series[i + 1].y.front() + 1e-12);
  }
}

TEST(Figure1b, HasThePublishedOptimaWithTheAuthorsConstantAndNoneWithout) {
  const Report report =
      figure_1b({.alphas = Alpha::parse_list("0,0.5,1,inf"), .authors_constant = true});
  const Table& published = table(report, "published");
  for (std::size_t row = 0; row < 4; ++row) {
    EXPECT_LE(std::abs(number(published, row, 3)), 5.1e-4);  // three digits are printed
    EXPECT_LT(number(published, row, 5), 0.0);
  }
}

TEST(Figure1b, LeavesOutWhatThePublishedPictureDoesNotHave) {
  const Report report = figure_1b({.alphas = {Alpha::vr_max()}, .authors_constant = true});
  EXPECT_EQ(table(report, "published").rows[0][1], Cell(NotAvailable{}));
  EXPECT_EQ(table(report, "published").rows[0][4], Cell(NotAvailable{}));
}

TEST(Figure1b, RefusesWhatHasNoMeaning) {
  EXPECT_THROW(figure_1b({.alphas = {}}), UsageError);
  EXPECT_THROW(figure_1b({.rows = 2}), UsageError);
  EXPECT_THROW(figure_1b({.noise = 0.0}), UsageError);
}

}  // namespace
}  // namespace renyi::figure_1b_test
