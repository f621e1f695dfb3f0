// Random linear regressions for the tests of models.
#pragma once

#include <rapidcheck.h>

#include <cmath>

#include "renyi/models/linear_regression.hpp"
#include "tests/models/random_precision.hpp"
#include "tests/support/generators.hpp"

namespace renyi::testing {

struct RegressionProblem {
  Matrix features;
  Vector targets;
  CoefficientPrior prior;
  double sigma;

  LinearRegression model() const { return {RegressionStatistics(features, targets), prior}; }
};

// More features than rows, repeated and constant columns among them.
inline RegressionProblem any_regression() {
  const auto seed = *rc::gen::inRange<std::uint64_t>(0, 100000);
  const auto n = *rc::gen::inRange<Index>(1, 12);
  const auto d = *rc::gen::inRange<Index>(1, 7);
  RegressionProblem problem{normal_matrix(n, d, seed, 1), normal_matrix(n, 1, seed, 2),
                            CoefficientPrior::standard(d), std::exp(*number_between(-2.0, 2.0))};
  if (*rc::gen::inRange(0, 3) == 0) problem.features.col(d - 1) = problem.features.col(0);
  if (*rc::gen::inRange(0, 3) == 0) problem.features.col(0).setConstant(1.0);
  if (*rc::gen::inRange(0, 3) == 0) problem.features.col(0).setZero();
  if (*rc::gen::inRange(0, 2) == 0) {
    problem.prior.mean = normal_matrix(d, 1, seed, 3);
    problem.prior.precision = random_precision(d, 30.0, seed);
  }
  return problem;
}

// n rows of correlated features, and targets with noise of the given sd.
inline LinearRegression noisy_regression(Index n, Index d, double noise, std::uint64_t seed) {
  Matrix features = normal_matrix(n, d, seed, 1);
  features.colwise() += normal_matrix(n, 1, seed, 2).col(0);
  const Vector theta = normal_matrix(d, 1, seed, 3);
  return {features, features * theta + noise * normal_matrix(n, 1, seed, 4)};
}

}  // namespace renyi::testing
