// What Gaussian approximations of a regression's posterior leave out, to leading order in 1 / rows,
// from third and fourth derivatives of the likelihoods: how large an error is to be expected.
#pragma once

#include <cmath>

#include "renyi/inference/local_fit.hpp"
#include "renyi/models/glm_problem.hpp"

namespace renyi::testing {

// To be added to what the approximation says. Both are O(1 / rows), of the covariance relatively.
struct Correction {
  double log_evidence = 0.0;
  Matrix covariance = {};
};

struct PredictorDerivatives {
  Vector third, fourth;  // of log p(y_i | f_i), at the mean
  Matrix covariance;     // of the predictors under the approximation, n x n
};

inline PredictorDerivatives predictor_derivatives(const GlmProblem& problem, const LocalFit& fit) {
  constexpr double h = 1e-3;
  const Vector predictors = problem.design.transpose() * fit.mean;
  PredictorDerivatives at{Vector(problem.rows()), Vector(problem.rows()),
                          problem.design.transpose() * fit.covariance * problem.design};
  for (Index i = 0; i < problem.rows(); ++i) {
    const auto second = [&](double shift) {
      return problem.row(i).at(predictors(i) + shift).second;
    };
    at.third(i) = (second(h) - second(-h)) / (2.0 * h);
    at.fourth(i) = (second(h) - 2.0 * second(0.0) + second(-h)) / (h * h);
  }
  return at;
}

// The posterior over Laplace's Gaussian is exp(sum_i third_i f_i^3 / 6 + fourth_i f_i^4 / 24 ...),
// f from the mode: the evidence by its moments (MacKay 2003, exercise 27.2, in many dimensions).
inline double laplace_correction(const GlmProblem& problem, const LocalFit& laplace) {
  const auto [third, fourth, covariance] = predictor_derivatives(problem, laplace);
  const Vector variance = covariance.diagonal();
  const Vector pull = third.cwiseProduct(variance);
  return (fourth.array() * variance.array().square()).sum() / 8.0 +
         pull.dot(covariance * pull) / 8.0 +
         third.dot(Matrix(covariance.array().cube()) * third) / 12.0;
}

// EP's tilted distributions have every term of one row alone; what is left are pairs of different
// rows (Opper, Paquet and Winther 2013, eq. 24), of which third cumulants come first. The mean is
// right to this order: its error is O(rows^-2) (Dehaene and Barthelme 2015).
inline Correction ep_correction(const GlmProblem& problem, const LocalFit& ep) {
  auto [third, fourth, covariance] = predictor_derivatives(problem, ep);
  covariance.diagonal().setZero();
  const Matrix spread = ep.covariance * problem.design * third.asDiagonal();
  return {third.dot(Matrix(covariance.array().cube()) * third) / 12.0,
          0.5 * spread * Matrix(covariance.array().square()) * spread.transpose()};
}

}  // namespace renyi::testing
