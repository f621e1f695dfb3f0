#include "renyi/models/glm_problem.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "renyi/core/error.hpp"

namespace renyi::glm_problem_test {
namespace {

const Matrix features{{2, 3}, {4, 5}, {6, 7}};

std::string refusal(const GlmLikelihood& likelihood, const Vector& targets,
                    double prior_precision = 1.0) {
  try {
    make_problem(likelihood, features, targets, prior_precision);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

TEST(GlmProblem, HasTheInterceptFirst) {
  const GlmProblem problem = make_problem({GlmFamily::logistic}, features, Vector{{0, 1, 1}}, 0.5);
  EXPECT_EQ(problem.design, (Matrix{{1, 1, 1}, {2, 4, 6}, {3, 5, 7}}));
  EXPECT_EQ(problem.rows(), 3);
  EXPECT_EQ(problem.dimension(), 3);
  EXPECT_EQ(problem.row(0).sign(), -1.0);
  EXPECT_EQ(problem.row(2).sign(), 1.0);
}

TEST(GlmProblem, APartHasItsRowsAndThePrior) {
  const GlmProblem all = make_problem({GlmFamily::poisson}, features, Vector{{0, 1, 5}}, 0.5);
  const GlmProblem part = all.part(1, 3);
  EXPECT_EQ(part.design, (Matrix{{1, 1}, {4, 6}, {5, 7}}));
  EXPECT_EQ(part.targets, (Vector{{1, 5}}));
  EXPECT_EQ(part.prior_precision, 0.5);
  EXPECT_EQ(part.likelihood.family, GlmFamily::poisson);
}

TEST(GlmProblem, RefusesTargetsOutsideTheLikelihoodByTheirRow) {
  EXPECT_EQ(refusal({GlmFamily::logistic}, Vector{{0, 1, 2}}),
            "target of row 3: expected 0 or 1, found 2");
  EXPECT_EQ(refusal({GlmFamily::poisson}, Vector{{0, -1, 2}}),
            "target of row 2: expected a count: 0, 1, 2 ..., found -1");
  EXPECT_EQ(refusal({GlmFamily::poisson}, Vector{{0.5, 1, 2}}),
            "target of row 1: expected a count: 0, 1, 2 ..., found 0.5");
  EXPECT_EQ(refusal({GlmFamily::gaussian}, Vector{{0.5, 1, 2}}), "");
}

TEST(GlmProblem, RefusesWhatIsNoPriorAndNoData) {
  const GlmLikelihood likelihood{GlmFamily::probit};
  const Vector targets{{0, 1, 0}};
  EXPECT_EQ(refusal(likelihood, targets, 0.0),
            "prior-precision: expected a positive number, found 0");
  EXPECT_NE(refusal(likelihood, targets, -1.0), "");
  EXPECT_NE(refusal(likelihood, targets, std::numeric_limits<double>::infinity()), "");
  EXPECT_EQ(refusal(likelihood, Vector{{0, 1}}), "targets: expected 3, found 2");
  EXPECT_THROW(make_problem(likelihood, Matrix(0, 2), Vector(0), 1.0), UsageError);
  Matrix bad = features;
  bad(1, 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(make_problem(likelihood, bad, targets, 1.0), UsageError);
}

}  // namespace
}  // namespace renyi::glm_problem_test
