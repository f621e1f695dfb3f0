#include "renyi/inference/mean_field_sep.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "renyi/inference/full_rank_sep.hpp"
#include "renyi/inference/mean_field_site.hpp"
#include "tests/support/glm_problems.hpp"

namespace renyi::mean_field_sep_test {
namespace {

using testing::random_problem;

TEST(MeanFieldSep, OfOneFeatureIsThatOfFullRank) {
  for (const GlmFamily family : {GlmFamily::logistic, GlmFamily::poisson})
    for (const double beta : {0.0, 1.0, 3.0}) {
      const GlmProblem problem = random_problem({family}, 9, Vector{{0.4}}, 1);
      MeanFieldSep factorised(problem, beta);
      FullRankSep full(problem, beta, 3);
      for (const Index first : {0, 3, 6}) {
        const std::vector<Index> rows = {first, first + 1, first + 2};
        ASSERT_TRUE(factorised.step(rows, 0.3));
        ASSERT_TRUE(full.step(rows, 0.3));
      }
      EXPECT_NEAR(factorised.mean()(0), full.mean()(0), 1e-12) << to_string(family) << beta;
      EXPECT_NEAR(factorised.covariance()(0, 0), full.covariance()(0, 0), 1e-12);
      EXPECT_NEAR(factorised.log_evidence(nullptr), full.log_evidence(nullptr), 1e-9)
          << to_string(family) << beta;
    }
}

TEST(MeanFieldSep, AStepIsDampedMomentMatching) {
  const GlmProblem problem = random_problem({GlmFamily::probit}, 5, Vector{{0.4, 1.0}}, 2);
  MeanFieldSep sep(problem, 1.0);
  const NaturalDiagonal prior{Vector::Ones(2), Vector::Zero(2)};
  NaturalDiagonal site;
  mean_field_site(problem.row(3), problem.design.col(3), 1.0, prior, site);
  ASSERT_TRUE(sep.step(std::vector<Index>{3}, 0.2));
  EXPECT_LT((sep.site().precision - 0.2 * site.precision).norm(), 1e-15);
  EXPECT_LT((sep.site().shift - 0.2 * site.shift).norm(), 1e-15);
  EXPECT_EQ(sep.site_numbers(), 4);
}

TEST(MeanFieldSep, AverageWeighsEveryRowAlike) {
  const GlmProblem problem = random_problem({GlmFamily::gaussian, 0.5}, 3, Vector{{0.4}}, 3);
  MeanFieldSep sep(problem, 1.0);
  sep.start_average();
  ASSERT_TRUE(sep.step(std::vector<Index>{0, 1}, 0.3));
  ASSERT_TRUE(sep.step(std::vector<Index>{2}, 0.01));
  sep.take_average();
  EXPECT_NEAR(sep.site().precision(0), 4.0, 1e-12);
  EXPECT_NEAR(sep.site().shift(0), 4.0 * problem.targets.mean(), 1e-12);
}

// Single rows go through vectors where cavities are narrow, pairs never do.
TEST(MeanFieldSep, AsksForTheSameOnVectors) {
  const GlmProblem problem =
      random_problem({GlmFamily::logistic}, 4000, Vector{{0.4, 1.0, 0.2}}, 4);
  MeanFieldSep single(problem, 1.0), pairs(problem, 1.0);
  for (Index i = 0; i < problem.rows(); i += 2)
    for (MeanFieldSep* sep : {&single, &pairs})
      ASSERT_TRUE(sep->step(std::vector<Index>{i, i + 1}, 2.0 / 4000.0));
  single.start_average();
  pairs.start_average();
  ASSERT_TRUE(single.step(std::vector<Index>{10}, 0.0));
  ASSERT_TRUE(single.step(std::vector<Index>{11}, 0.0));
  ASSERT_TRUE(pairs.step(std::vector<Index>{10, 11}, 0.0));
  single.take_average();
  pairs.take_average();
  EXPECT_GT(pairs.site().precision.norm(), 0.01);
  EXPECT_LT((single.site().precision - pairs.site().precision).norm(), 1e-12);
  EXPECT_LT((single.site().shift - pairs.site().shift).norm(), 1e-12);
}

// From a wide cavity on, where no row goes through vectors, to a narrow one.
TEST(MeanFieldSep, ManyStepsAreStepsOneByOne) {
  const GlmProblem problem =
      random_problem({GlmFamily::logistic}, 20000, Vector{{0.4, 1.0, 0.2}}, 5);
  MeanFieldSep together(problem, 1.0), single(problem, 1.0);
  std::vector<Index> rows(20000);
  std::iota(rows.begin(), rows.end(), 0);
  for (const bool averages : {false, true}) {
    if (averages) together.start_average();
    if (averages) single.start_average();
    EXPECT_EQ(together.steps(rows, 1, 1.0 / 20000.0), 0);
    for (const Index row : rows) ASSERT_TRUE(single.step({&row, 1}, 1.0 / 20000.0));
    EXPECT_LT((together.mean() - single.mean()).norm(), 1e-11);
    EXPECT_LT((together.sd() - single.sd()).norm(), 1e-12);
  }
  together.take_average();
  single.take_average();
  EXPECT_LT((together.mean() - single.mean()).norm(), 1e-11);
  EXPECT_LT((together.sd() - single.sd()).norm(), 1e-12);
}

}  // namespace
}  // namespace renyi::mean_field_sep_test
