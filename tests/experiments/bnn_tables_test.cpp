#include "experiments/bnn_tables.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <numeric>

#include "tests/experiments/report_cells.hpp"

namespace renyi::bnn_tables_test {
namespace {

using testing::number;

std::vector<BnnScores> two_data_sets() {
  return {{"boston", Alpha::iwae(), {2.4, 2.6}, {3.0, 3.2}},
          {"boston", Alpha::vi(), {2.3, 2.5}, {3.4, 3.6}},
          {"birds", Alpha::iwae(), {1.0}, {0.5}},
          {"birds", Alpha::vi(), {2.0}, {0.25}}};
}

RC_GTEST_PROP(Ranks, AddUpAndFollowTheValues, (const std::vector<double>& values)) {
  const auto ranked = ranks(values);
  const auto n = static_cast<double>(values.size());
  RC_ASSERT(std::accumulate(ranked.begin(), ranked.end(), 0.0) == n * (n + 1.0) / 2.0);
  for (std::size_t i = 0; i < values.size(); ++i)
    for (std::size_t j = 0; j < values.size(); ++j)
      RC_ASSERT((values[i] < values[j]) == (ranked[i] < ranked[j]));
}

TEST(BnnTables, ScoresStandBesideThePapers) {
  const Table table = bnn_scores_table(BnnMetric::negative_log_likelihood, two_data_sets());
  ASSERT_EQ(table.rows.size(), 4U);
  EXPECT_EQ(table.rows[0][0], Cell(std::string("boston")));
  EXPECT_EQ(table.rows[0][2], Cell(std::int64_t{2}));
  EXPECT_NEAR(number(table, 0, 3), 2.5, 1e-12);
  EXPECT_NEAR(number(table, 0, 4), 0.1, 1e-12);
  EXPECT_EQ(number(table, 0, 5), 2.47);
  EXPECT_EQ(number(table, 0, 6), 0.07);
  EXPECT_NEAR(number(table, 0, 7), 0.03 / std::sqrt(0.01 + 0.0049 + 0.0001 / 6.0), 1e-12);
  for (const std::size_t column : {4U, 5U, 6U, 7U})
    EXPECT_EQ(table.rows[2][column], Cell(NotAvailable{}));
}

TEST(BnnTables, RanksAreAveragedOverDataSets) {
  const Table ll = bnn_ranks_table(BnnMetric::negative_log_likelihood, two_data_sets());
  ASSERT_EQ(ll.rows.size(), 2U);
  EXPECT_EQ(number(ll, 0, 2), 1.5);
  EXPECT_EQ(number(ll, 1, 2), 1.5);
  const Table rmse = bnn_ranks_table(BnnMetric::rmse, {two_data_sets()[0], two_data_sets()[1]});
  EXPECT_EQ(number(rmse, 0, 2), 1.0);
  EXPECT_EQ(number(rmse, 1, 2), 2.0);
  EXPECT_EQ(number(rmse, 0, 4), 1.0);  // 2.85 and 2.89
  EXPECT_EQ(number(rmse, 1, 4), 2.0);
  EXPECT_EQ(rmse.rows[0][5], Cell(NotAvailable{}));  // of five orders, not of two
}

TEST(BnnTables, TheFullTableHasThePapersAverageRanks) {
  std::vector<BnnScores> scores;
  for (const PublishedBnn& data : published_bnn())
    for (const Alpha alpha : published_alphas())
      scores.push_back({std::string(data.data_set),
                        alpha,
                        {data.at(BnnMetric::negative_log_likelihood, alpha)->value},
                        {data.at(BnnMetric::rmse, alpha)->value}});
  const Table table = bnn_ranks_table(BnnMetric::rmse, scores);
  for (std::size_t i = 0; i < published_orders; ++i) {
    EXPECT_EQ(number(table, i, 2), number(table, i, 4));
    // Of unrounded values the paper's ranks are up to half the number of ties away.
    EXPECT_NEAR(number(table, i, 2), number(table, i, 5), 1.0);
  }
}

TEST(BnnTables, FiguresHaveErrorsAndThePapersValues) {
  const auto figures = bnn_figures(BnnMetric::rmse, two_data_sets());
  ASSERT_EQ(figures.size(), 2U);
  EXPECT_EQ(figures[0].x.categories, (std::vector<std::string>{"0", "1"}));
  ASSERT_EQ(figures[0].series.size(), 2U);
  EXPECT_NEAR(figures[0].series[0].lower[0], 3.0, 1e-12);
  EXPECT_NEAR(figures[0].series[0].upper[0], 3.2, 1e-12);
  EXPECT_EQ(figures[0].series[1].y, (std::vector<double>{2.85, 2.89}));
  EXPECT_EQ(figures[1].series.size(), 1U);
}

}  // namespace
}  // namespace renyi::bnn_tables_test
