#include "experiments/grid_posterior.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <cmath>
#include <numbers>

#include "renyi/core/error.hpp"
#include "renyi/core/gauss_hermite.hpp"
#include "renyi/core/log_space.hpp"
#include "renyi/inference/laplace.hpp"

namespace renyi {
namespace {

// In Laplace's standard deviations; a smooth density's sum over such a grid is right to rounding.
constexpr double grid_reach = 10.0;
constexpr Index grid_side = 161;

double log_gaussian(const Gaussian& q, const Matrix& root, const Eigen::Vector2d& point) {
  const Eigen::Vector2d noise = root.triangularView<Eigen::Lower>().solve(point - q.mean);
  return -std::log(2.0 * std::numbers::pi) - std::log(root(0, 0) * root(1, 1)) -
         0.5 * noise.squaredNorm();
}

}  // namespace

GridPosterior::GridPosterior(const GlmProblem& problem)
    : problem_(problem),
      points_(2, grid_side * grid_side),
      log_density_(points_.cols()),
      mass_(points_.cols()) {
  problem.validate();
  if (problem.dimension() != 2)
    throw UsageError(
        fmt::format("posterior on a grid: expected two coefficients, got {}", problem.dimension()));
  const LocalFit around = fit_laplace(problem);
  const Matrix root = around.covariance.llt().matrixL();
  const double spacing = 2.0 * grid_reach / static_cast<double>(grid_side - 1);
  for (Index i = 0; i < points_.cols(); ++i) {
    const Index line = i / grid_side, place = i % grid_side;
    const Eigen::Vector2d standard(static_cast<double>(line) * spacing - grid_reach,
                                   static_cast<double>(place) * spacing - grid_reach);
    points_.col(i) = around.mean + root * standard;
    log_density_(i) = log_joint(points_.col(i));
  }
  const double log_cell = std::log(spacing * spacing * root(0, 0) * root(1, 1));
  log_evidence_ =
      log_cell + log_sum_exp({log_density_.data(), static_cast<std::size_t>(log_density_.size())});
  log_density_.array() -= log_evidence_;
  mass_ = (log_density_.array() + log_cell).exp();
  moments_.mean = points_ * mass_;
  const Matrix centred = points_.colwise() - moments_.mean;
  moments_.covariance = centred * mass_.asDiagonal() * centred.transpose();
}

double GridPosterior::log_joint(const Eigen::Vector2d& point) const {
  double value = std::log(problem_.prior_precision / (2.0 * std::numbers::pi)) -
                 0.5 * problem_.prior_precision * point.squaredNorm();
  for (Index i = 0; i < problem_.rows(); ++i)
    value += problem_.row(i).at(problem_.design.col(i).dot(point)).value;
  return value;
}

double GridPosterior::divergence_to(const Gaussian& q) const {
  const Matrix root = q.covariance.llt().matrixL();
  double divergence = 0.0;
  for (Index i = 0; i < mass_.size(); ++i)
    if (mass_(i) > 0.0)
      divergence += mass_(i) * (log_density_(i) - log_gaussian(q, root, points_.col(i)));
  return divergence;
}

double GridPosterior::divergence_from(const Gaussian& q) const {
  const GaussHermite rule = gauss_hermite(48);
  const Matrix root = q.covariance.llt().matrixL();
  double divergence = 0.0;
  for (std::size_t i = 0; i < rule.nodes.size(); ++i)
    for (std::size_t j = 0; j < rule.nodes.size(); ++j) {
      const Eigen::Vector2d point = q.mean + root * Eigen::Vector2d(rule.nodes[i], rule.nodes[j]);
      divergence += rule.weights[i] * rule.weights[j] *
                    (log_gaussian(q, root, point) - log_joint(point) + log_evidence_);
    }
  return divergence;
}

}  // namespace renyi
