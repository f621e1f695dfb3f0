#include "renyi/models/linear_draws.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <cmath>
#include <numbers>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

double log_determinant(const Eigen::LLT<Matrix>& cholesky) {
  return 2.0 * cholesky.matrixLLT().diagonal().array().log().sum();
}

}  // namespace

Matrix draw_coefficients(const Gaussian& q, const ConstMatrixRef& normals) {
  return (q.covariance.llt().matrixL() * normals).colwise() + q.mean;
}

Matrix linear_log_weights(const LinearRegression& model, double sigma, const Gaussian& q,
                          const Stream& stream, Index draws, Index columns) {
  validate_sigma(sigma);
  validate(q, "q");
  const Index d = model.features();
  if (q.mean.size() != d)
    throw UsageError(
        fmt::format("q: expected the model's dimension, {}, found {}", d, q.mean.size()));
  const CoefficientPrior& prior = model.prior();
  const Eigen::LLT<Matrix> prior_root(prior.precision);
  const auto n = static_cast<double>(model.statistics().rows);
  // The constants of the three densities; (2 pi)^(d/2) of prior and q cancel.
  const double constant = -0.5 * n * (std::log(2.0 * std::numbers::pi) + 2.0 * std::log(sigma)) +
                          0.5 * (log_determinant(prior_root) + log_determinant(q.covariance.llt()));

  Matrix log_weights(draws, columns);
  Matrix normals(d, draws);
  for (Index column = 0; column < columns; ++column) {
    fill_normal(stream, {.row = static_cast<std::uint64_t>(column)}, normals);
    const Matrix theta = draw_coefficients(q, normals);
    const Matrix from_prior = prior_root.matrixU() * (theta.colwise() - prior.mean);
    log_weights.col(column) =
        constant - 0.5 * (model.statistics().squared_errors(theta).array() / (sigma * sigma) +
                          from_prior.colwise().squaredNorm().transpose().array() -
                          normals.colwise().squaredNorm().transpose().array());
  }
  return log_weights;
}

}  // namespace renyi
