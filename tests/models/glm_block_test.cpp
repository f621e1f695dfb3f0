#include "renyi/models/glm_block.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "renyi/models/glm_density.hpp"
#include "tests/support/family_checks.hpp"

namespace renyi::glm_block_test {
namespace {

constexpr GlmFamily families[] = {GlmFamily::logistic, GlmFamily::probit, GlmFamily::poisson,
                                  GlmFamily::gaussian};

// One feature of 1, so that a draw is its predictor.
GlmProblem one_feature(GlmFamily family) {
  GlmProblem problem{.likelihood = {.family = family, .sigma = 0.7},
                     .design = Matrix::Ones(1, 2),
                     .targets = Vector{{0.0, 1.0}}};
  problem.validate();
  return problem;
}

// Far tails too: predictors of a thousand.
TEST(GlmBlock, HasValuesAndSlopesOfEachRow) {
  const Matrix predictors{{-1000.0, -40.0, -3.5, -1e-9, 0.0, 0.3, 6.0, 40.0, 1000.0}};
  const std::vector<Index> rows = {1, 0};
  for (const GlmFamily family : families) {
    const GlmProblem problem = one_feature(family);
    const Vector constants{{problem.row(0).constant(), problem.row(1).constant()}};
    GlmBlock block;
    block.take(predictors);
    const Matrix values = block.values(problem, constants, rows);
    for (Index k = 0; k < predictors.cols(); ++k)
      for (Index m = 0; m < 2; ++m) {
        const LikelihoodAt at = problem.row(1 - m).at(predictors(k));
        if (std::isinf(at.value))
          EXPECT_EQ(values(k, m), at.value) << to_string(family) << ' ' << predictors(k);
        else
          EXPECT_NEAR(values(k, m), at.value, 1e-14 + 1e-14 * std::abs(at.value))
              << to_string(family) << ' ' << predictors(k);
        Matrix coefficients = Matrix::Zero(predictors.cols(), 2), gradients = 0.0 * predictors;
        coefficients(k, m) = 2.0;
        block.take(predictors, coefficients);
        block.add_gradients(problem, rows, coefficients, gradients);
        if (std::isinf(at.first))
          EXPECT_EQ(gradients(k), at.first) << to_string(family) << ' ' << predictors(k);
        else
          EXPECT_NEAR(gradients(k), 2.0 * at.first, 1e-15 + 1e-14 * std::abs(at.first))
              << to_string(family) << ' ' << predictors(k);
        gradients(k) = 0.0;
        EXPECT_TRUE(gradients.isZero(0.0));
      }
  }
}

// A Poisson rate beyond the doubles has no slope; a coefficient of 0 asks for none.
TEST(GlmBlock, LeavesOutWhatHasNoCoefficient) {
  const GlmProblem problem = one_feature(GlmFamily::poisson);
  const Matrix predictors{{1000.0, 0.5}}, coefficients{{0.0, 0.0}, {1.0, 0.0}};
  Matrix gradients = Matrix::Zero(1, 2);
  GlmBlock block;
  block.take(predictors, coefficients);
  block.add_gradients(problem, std::vector<Index>{0, 1}, coefficients, gradients);
  EXPECT_EQ(gradients(0), 0.0);
  EXPECT_NEAR(gradients(1), -std::exp(0.5), 1e-14);
}

// Rows beyond those that are looked at together.
TEST(GlmBlock, TakesManyRowsInTurn) {
  for (const GlmFamily family : families) {
    const Matrix features = testing::normal_matrix(300, 2, 1);
    Vector targets = testing::normal_vector(300, 2);
    if (family == GlmFamily::poisson) targets = targets.cwiseAbs().array().floor();
    if (has_two_classes(family)) targets = (targets.array() > 0.0).cast<double>();
    const GlmProblem problem = make_problem({.family = family}, features, targets, 1.0);
    const GlmDensity density(problem);
    std::vector<Index> rows;
    for (Index i = 0; i < 300; ++i) rows.push_back(299 - i);
    const Matrix theta = testing::normal_matrix(3, 4, 3);
    Matrix values(4, 300);
    density.log_rows(theta, rows, values);
    for (Index m = 0; m < 300; ++m)
      for (Index k = 0; k < 4; ++k) {
        const double expected =
            problem.row(299 - m).at(problem.design.col(299 - m).dot(theta.col(k))).value;
        EXPECT_NEAR(values(k, m), expected, 1e-13 + 1e-13 * std::abs(expected));
      }
  }
}

}  // namespace
}  // namespace renyi::glm_block_test
