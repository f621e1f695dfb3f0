#include "experiments/run_ranks.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/support/example_runs.hpp"

namespace renyi::run_ranks_test {
namespace {

using testing::example_run;

// The scores of orders 0, 1 and 2 by seed; nothing for a run that is not there.
RunScores scores_of(const std::vector<std::vector<double>>& by_seed) {
  std::vector<StoredRun> runs;
  for (std::size_t seed = 0; seed < by_seed.size(); ++seed)
    for (std::size_t alpha = 0; alpha < by_seed[seed].size(); ++alpha)
      runs.push_back(example_run(std::ssize(runs) + 1, "boston", std::to_string(alpha), seed,
                                 {{"score", by_seed[seed][alpha]}}));
  return run_scores(runs, "score", "alpha");
}

TEST(RunRanks, AreMeansOverComparisons) {
  const Table table = run_ranks_table(
      scores_of({{1.0, 2.0, 3.0}, {1.0, 3.0, 2.0}, {5.0, 4.0, 4.0}, {9.0, 1.0}}), Better::lower);
  ASSERT_EQ(table.rows.size(), 3U) << "the last has not all orders";
  for (const auto& row : table.rows) EXPECT_EQ(row[1], Cell(std::int64_t{3}));
  EXPECT_EQ(table.rows[0][2], Cell((1.0 + 1.0 + 3.0) / 3.0));
  EXPECT_EQ(table.rows[1][2], Cell((2.0 + 3.0 + 1.5) / 3.0)) << "equals share a rank";
  EXPECT_EQ(table.rows[0][4], Cell(2.0 / 3.0));
  EXPECT_EQ(table.rows[1][4], Cell(1.0 / 3.0));
  EXPECT_EQ(table.rows[2][4], Cell(1.0 / 3.0)) << "as good as the other";
}

TEST(RunRanks, AreNoneWhereNothingCanBeCompared) {
  EXPECT_TRUE(run_ranks_table(scores_of({{1.0}, {2.0}}), Better::lower).rows.empty());
  EXPECT_TRUE(run_ranks_table(scores_of({{1.0, std::nan("")}}), Better::lower).rows.empty());
}

// Ranks of one comparison sum to 1 + 2 + 3, and the other end turns them round.
RC_GTEST_PROP(RunRanks, SumToThoseOfNumbersAndTurnRound, ()) {
  std::vector<std::vector<double>> by_seed;
  for (int seed = 0; seed < *rc::gen::inRange(1, 6); ++seed)
    by_seed.push_back(*rc::gen::container<std::vector<double>>(
        3, rc::gen::map(rc::gen::inRange(0, 4), [](int value) { return 1.0 * value; })));
  const RunScores scores = scores_of(by_seed);
  const Table low = run_ranks_table(scores, Better::lower);
  const Table high = run_ranks_table(scores, Better::higher);
  double sum = 0.0;
  for (std::size_t i = 0; i < 3; ++i) {
    sum += std::get<double>(low.rows[i][2]);
    RC_ASSERT(std::abs(std::get<double>(low.rows[i][2]) + std::get<double>(high.rows[i][2]) - 4.0) <
              1e-12);
  }
  RC_ASSERT(std::abs(sum - 6.0) < 1e-12);
}

TEST(RunRanks, AreDrawnAsBars) {
  const Figure figure =
      run_ranks_figure(run_ranks_table(scores_of({{1.0, 2.0}, {1.0, 3.0}}), Better::higher));
  EXPECT_EQ(figure.x.categories, (std::vector<std::string>{"0", "1"}));
  ASSERT_EQ(figure.series.size(), 1U);
  EXPECT_EQ(figure.series[0].mark, Mark::bars);
  EXPECT_EQ(figure.series[0].y, (std::vector<double>{2.0, 1.0}));
  EXPECT_EQ(figure.series[0].lower, figure.series[0].y) << "no error: all agree";
}

}  // namespace
}  // namespace renyi::run_ranks_test
