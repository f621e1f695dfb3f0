#include "renyi/inference/full_rank_sep.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "renyi/models/linear_regression.hpp"
#include "tests/support/glm_problems.hpp"

namespace renyi::full_rank_sep_test {
namespace {

using testing::random_problem;

const Vector theta{{0.3, 1.0}};

TEST(FullRankSep, AFullStepOnAllRowsOfGaussianNoiseIsThePosterior) {
  const GlmProblem problem = random_problem({GlmFamily::gaussian, 0.5}, 8, theta, 1);
  const LinearRegression linear(problem.design.transpose(), problem.targets);
  FullRankSep sep(problem, 1.0, 8);
  EXPECT_EQ(sep.covariance(), Matrix::Identity(2, 2)) << "the prior";
  ASSERT_TRUE(sep.step(std::vector<Index>{0, 1, 2, 3, 4, 5, 6, 7}, 1.0));
  EXPECT_LT((sep.mean() - linear.posterior(0.5).mean).norm(), 1e-12);
  EXPECT_LT((sep.covariance() - linear.posterior(0.5).covariance).norm(), 1e-12);
}

// Where all rows are alike the common site is each row's own, and the evidence that of EP: exact.
TEST(FullRankSep, EvidenceIsExactWhereRowsAreAlike) {
  GlmProblem problem{{GlmFamily::gaussian, 0.5}, Matrix::Ones(1, 6), Vector::Constant(6, 1.3), 2.0};
  for (const double beta : {0.0, 0.5, 1.0, 6.0}) {
    FullRankSep sep(problem, beta, 6);
    ASSERT_TRUE(sep.step(std::vector<Index>{0, 1, 2, 3, 4, 5}, 1.0));
    // y ~ N(0, s^2 I + 11' / 2): its determinant and quadratic form.
    const double s2 = 0.25, determinant = std::pow(s2, 5) * (s2 + 3.0);
    const double quadratic = 6.0 * 1.69 / (s2 + 3.0);
    EXPECT_NEAR(sep.log_evidence(nullptr),
                -0.5 * (6.0 * std::log(2.0 * std::acos(-1.0)) + std::log(determinant) + quadratic),
                1e-8)
        << beta;
  }
}

TEST(FullRankSep, AverageWeighsEveryRowAlike) {
  const GlmProblem problem = random_problem({GlmFamily::gaussian, 0.5}, 3, theta, 2);
  FullRankSep sep(problem, 1.0, 2);
  sep.start_average();
  ASSERT_TRUE(sep.step(std::vector<Index>{0, 1}, 0.3));
  ASSERT_TRUE(sep.step(std::vector<Index>{2}, 0.01));
  sep.take_average();
  const Matrix expected = problem.design * problem.design.transpose() / 0.25 / 3.0;
  EXPECT_LT((sep.site().precision - expected).norm(), 1e-11);
  EXPECT_LT((sep.site().shift - problem.design * problem.targets / 0.25 / 3.0).norm(), 1e-11);
}

// Batches of 14 rows go through vectors where cavities are narrow, those of 7 never do.
TEST(FullRankSep, AsksForTheSameOnVectors) {
  const GlmProblem problem = random_problem({GlmFamily::logistic}, 4200, theta, 3);
  FullRankSep large(problem, 1.0, 14), small(problem, 1.0, 7);
  std::vector<Index> rows(14);
  for (Index first = 0; first < problem.rows(); first += 14) {  // to the same place
    for (Index j = 0; j < 14; ++j) rows[static_cast<std::size_t>(j)] = first + j;
    for (const auto half : {std::span(rows).first(7), std::span(rows).last(7)}) {
      ASSERT_TRUE(large.step(half, 7.0 / 4200.0));
      ASSERT_TRUE(small.step(half, 7.0 / 4200.0));
    }
  }
  large.start_average();
  small.start_average();
  ASSERT_TRUE(large.step(rows, 0.0));
  ASSERT_TRUE(small.step(std::span(rows).first(7), 0.0));
  ASSERT_TRUE(small.step(std::span(rows).last(7), 0.0));
  large.take_average();
  small.take_average();
  EXPECT_GT(small.site().precision.norm(), 0.1);
  EXPECT_LT((large.site().precision - small.site().precision).norm(), 1e-12);
  EXPECT_LT((large.site().shift - small.site().shift).norm(), 1e-12);
}

}  // namespace
}  // namespace renyi::full_rank_sep_test
