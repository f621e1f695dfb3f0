// What holds of every Gaussian family, checked by differences and closed forms.
#pragma once

#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <cmath>
#include <numbers>

#include "renyi/core/gradient_check.hpp"
#include "renyi/families/family.hpp"
#include "tests/support/normal_matrix.hpp"

namespace renyi::testing {

inline Vector normal_vector(Index size, std::uint64_t seed) { return normal_matrix(size, 1, seed); }

inline Matrix random_covariance(Index d, std::uint64_t seed) {
  const Matrix a = normal_matrix(d, 2 * d, seed);
  return a * a.transpose() / static_cast<double>(d);
}

// Derivatives of all kinds, at random parameters.
inline void expect_derivatives(Family& family) {
  constexpr Index draws = 5;
  const Index d = family.dimension();
  const Vector parameters = 0.5 * normal_vector(family.parameters(), 11);
  const Matrix noise = normal_matrix(family.noise(), draws, 12);
  const Matrix weights = normal_matrix(d, draws, 13);
  const Matrix places = normal_matrix(d, draws, 14);
  const Vector coefficients = normal_vector(draws, 15);
  const auto log_q = [&](const Vector& at, const Matrix& theta) {
    Vector values(draws);
    Matrix gradients(d, draws);
    family.set(at);
    family.log_density(theta, values, gradients);
    return std::pair(values, gradients);
  };

  const auto path = [&](const Vector& at) {
    Matrix theta(d, draws);
    family.set(at);
    family.draw(noise, theta);
    return theta.cwiseProduct(weights).sum();
  };
  Vector gradient = Vector::Zero(parameters.size());
  family.set(parameters);
  family.add_path(noise, weights, gradient);
  auto check = check_gradient(path, parameters, gradient);
  EXPECT_TRUE(check.passed) << "path: " << check.to_string();

  const auto score = [&](const Vector& at) { return coefficients.dot(log_q(at, places).first); };
  gradient.setZero();
  family.set(parameters);
  family.add_score(places, coefficients, gradient);
  check = check_gradient(score, parameters, gradient);
  EXPECT_TRUE(check.passed) << "score: " << check.to_string();

  const auto in_theta = [&](const Vector& at) {
    return coefficients.dot(log_q(parameters, at.reshaped(d, draws)).first);
  };
  const Matrix gradients = log_q(parameters, places).second * coefficients.asDiagonal();
  check = check_gradient(in_theta, places.reshaped(), gradients.reshaped());
  EXPECT_TRUE(check.passed) << "theta: " << check.to_string();
}

// log q and the draws are those of N(mean(), covariance()).
inline void expect_gaussian(Family& family) {
  const Index d = family.dimension();
  family.set(0.5 * normal_vector(family.parameters(), 21));
  const Eigen::LLT<Matrix> covariance(family.covariance());
  const Matrix theta = normal_matrix(d, 4, 22);
  Vector values(4);
  Matrix gradients(d, 4);
  family.log_density(theta, values, gradients);
  for (Index k = 0; k < 4; ++k) {
    const Vector z = covariance.matrixL().solve(theta.col(k) - family.mean());
    const double expected = -0.5 * z.squaredNorm() -
                            covariance.matrixLLT().diagonal().array().log().sum() -
                            0.5 * static_cast<double>(d) * std::log(2.0 * std::numbers::pi);
    EXPECT_NEAR(values(k), expected, 1e-11 * (1.0 + std::abs(expected)));
  }
  // A draw is linear in its noise: its images of the unit vectors are a root of the covariance.
  Matrix root(d, family.noise());
  family.draw(Matrix::Identity(family.noise(), family.noise()), root);
  root.colwise() -= family.mean();
  EXPECT_TRUE((root * root.transpose()).isApprox(family.covariance(), 1e-12));
}

}  // namespace renyi::testing
