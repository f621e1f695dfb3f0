// Small regressions for tests, and their exact posteriors by quadrature on a grid.
#pragma once

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <cmath>
#include <span>

#include "renyi/core/random.hpp"
#include "renyi/inference/laplace.hpp"
#include "renyi/models/glm_problem.hpp"

namespace renyi::testing {

// Standard normal features, an intercept first, and targets of the model at theta.
inline GlmProblem random_problem(const GlmLikelihood& likelihood, Index rows, const Vector& theta,
                                 std::uint64_t seed, double prior_precision = 1.0) {
  GlmProblem problem{likelihood, Matrix(theta.size(), rows), Vector(rows), prior_precision};
  fill_normal({.seed = seed, .purpose = Purpose::data}, {}, problem.design);
  problem.design.row(0).setOnes();
  Vector uniforms(rows), normals(rows);
  const auto count = static_cast<std::size_t>(rows);
  fill_uniform({.seed = seed, .purpose = Purpose::test}, {}, std::span(uniforms.data(), count));
  fill_normal({.seed = seed, .purpose = Purpose::test}, {.row = 1},
              std::span(normals.data(), count));
  const Vector predictors = problem.design.transpose() * theta;
  for (Index i = 0; i < rows; ++i) {
    double& target = problem.targets(i);
    if (likelihood.family == GlmFamily::gaussian) {
      target = predictors(i) + likelihood.sigma * normals(i);
      continue;
    }
    // By the inverse of the distribution function.
    double below = 0.0;
    for (target = 0.0; target < (has_two_classes(likelihood.family) ? 1.0 : 500.0); ++target) {
      below += std::exp(RowLikelihood(likelihood, target).at(predictors(i)).value);
      if (uniforms(i) < below) break;
    }
  }
  return problem;
}

// The same data several times, and the prior to that power: the logarithm of the joint density is
// so many times what it was, and its expansions are in powers of 1 / times.
inline GlmProblem repeated(const GlmProblem& problem, Index times) {
  return {problem.likelihood, problem.design.replicate(1, times),
          problem.targets.replicate(times, 1),
          problem.prior_precision * static_cast<double>(times)};
}

struct ExactPosterior {
  double log_evidence = 0.0;
  Vector mean = {};
  Matrix covariance = {};

  Vector sd() const { return covariance.diagonal().cwiseSqrt(); }
};

// In two dimensions, by the trapezoidal rule in the coordinates in which Laplace's approximation is
// standard normal: exact to about ten digits.
inline ExactPosterior grid_posterior(const GlmProblem& problem, double reach = 9.0,
                                     double step = 0.1) {
  const LocalFit laplace = fit_laplace(problem);
  const Matrix root = laplace.covariance.llt().matrixL();
  const auto log_joint = [&](const Vector& theta) {
    double value = -0.5 * problem.prior_precision * theta.squaredNorm() +
                   std::log(problem.prior_precision / (2.0 * std::acos(-1.0)));
    const Vector predictors = problem.design.transpose() * theta;
    for (Index i = 0; i < problem.rows(); ++i) value += problem.row(i).at(predictors(i)).value;
    return value;
  };
  const double largest = log_joint(laplace.mean);
  double sum = 0.0;
  Vector first = Vector::Zero(2);
  Matrix second = Matrix::Zero(2, 2);
  const int steps = static_cast<int>(reach / step);
  for (int a = -steps; a <= steps; ++a)
    for (int b = -steps; b <= steps; ++b) {
      const Vector offset = root * (step * Vector{{1.0 * a, 1.0 * b}});
      const double weight = std::exp(log_joint(laplace.mean + offset) - largest);
      sum += weight;
      first += weight * offset;
      second += weight * offset * offset.transpose();
    }
  const Vector shift = first / sum;
  return {largest + std::log(sum * step * step * root.determinant()), laplace.mean + shift,
          second / sum - shift * shift.transpose()};
}

}  // namespace renyi::testing
