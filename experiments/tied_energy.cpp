#include "experiments/tied_energy.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <cmath>
#include <numbers>

#include "renyi/core/error.hpp"
#include "renyi/core/gauss_hermite.hpp"
#include "renyi/core/log_space.hpp"
#include "renyi/inference/quasi_newton.hpp"

namespace renyi {
namespace {

constexpr int nodes_of_each = 32;
constexpr Index correlation_parameter = 4;  // the fifth parameter, of full-rank q alone

Matrix triangular_root(const Vector& parameters) {
  Matrix root = Matrix::Zero(2, 2);
  root.diagonal() = parameters.segment(2, 2).array().exp();
  if (parameters.size() > correlation_parameter) root(1, 0) = parameters(correlation_parameter);
  return root;
}

}  // namespace

TiedEnergy::TiedEnergy(const GlmProblem& problem, double beta, std::int64_t batch)
    : problem_(problem),
      noise_(2, nodes_of_each * nodes_of_each),
      log_node_weights_(noise_.cols()) {
  problem.validate();
  if (problem.dimension() != 2)
    throw UsageError(fmt::format("energy by quadrature: expected two coefficients, got {}",
                                 problem.dimension()));
  if (batch < 1 || problem.rows() % batch != 0)
    throw UsageError(
        fmt::format("batch: expected a divisor of the {} rows, got {}", problem.rows(), batch));
  batches_ = problem.rows() / batch;
  power_ = beta / static_cast<double>(batches_);
  if (!(power_ >= 0.0 && power_ <= 1.0))
    throw UsageError(fmt::format("beta: expected 0 to {}, got {}", batches_, beta));
  const GaussHermite rule = gauss_hermite(nodes_of_each);
  for (int i = 0, node = 0; i < nodes_of_each; ++i)
    for (int j = 0; j < nodes_of_each; ++j, ++node) {
      const auto at = [](int k) { return static_cast<std::size_t>(k); };
      noise_.col(node) << rule.nodes[at(i)], rule.nodes[at(j)];
      log_node_weights_(node) = std::log(rule.weights[at(i)]) + std::log(rule.weights[at(j)]);
    }
}

double TiedEnergy::at(const Vector& parameters, Vector& gradient) const {
  const Index nodes = noise_.cols(), rows = problem_.rows();
  const Matrix root = triangular_root(parameters);
  const Matrix points = (root * noise_).colwise() + parameters.head<2>();
  // What a batch has in common with all others: log prior - log q, and its gradient in theta.
  const Vector common =
      (std::log(problem_.prior_precision) + parameters(2) + parameters(3)) +
      0.5 * (noise_.colwise().squaredNorm().transpose().array() -
             problem_.prior_precision * points.colwise().squaredNorm().transpose().array());

  Matrix log_weights = common.replicate(1, batches_);
  Matrix slopes(nodes, rows);  // of each row's log-likelihood in its predictor
  const auto scale = static_cast<double>(batches_);
  Vector values(nodes);
  for (Index i = 0; i < rows; ++i) {
    const Vector predictors = points.transpose() * problem_.design.col(i);
    const Vector targets = Vector::Constant(nodes, problem_.targets(i));
    const auto span = [nodes](auto* data) {
      return std::span(data, static_cast<std::size_t>(nodes));
    };
    log_likelihoods(problem_.likelihood, span(targets.data()), span(predictors.data()),
                    span(values.data()), span(slopes.col(i).data()));
    log_weights.col(i % batches_) += scale * values;
  }

  double energy = 0.0;
  Matrix pulls = Matrix::Zero(2, nodes);  // the gradient in each node's place, times its share
  for (Index b = 0; b < batches_; ++b) {
    Vector shares = log_node_weights_ + power_ * log_weights.col(b);
    const double log_total = log_sum_exp({shares.data(), static_cast<std::size_t>(nodes)});
    shares = (shares.array() - log_total).exp();
    energy += power_ > 0.0 ? log_total / power_ : shares.dot(log_weights.col(b));
    pulls -= problem_.prior_precision * points * shares.asDiagonal();
    for (Index i = b; i < rows; i += batches_)
      pulls += scale * problem_.design.col(i) * shares.cwiseProduct(slopes.col(i)).transpose();
  }
  pulls /= scale;

  gradient = Vector::Zero(parameters.size());
  gradient.head<2>() = pulls.rowwise().sum();
  const Matrix along = pulls * noise_.transpose();
  gradient.segment(2, 2) = along.diagonal().cwiseProduct(root.diagonal()).array() + 1.0;
  if (parameters.size() > correlation_parameter) gradient(correlation_parameter) = along(1, 0);
  return energy / scale;
}

std::optional<Gaussian> TiedEnergy::best(const Gaussian& start, GaussianShape shape) const {
  if (batches_ == 1 && power_ == 1.0) return {};
  const Matrix start_root = start.covariance.llt().matrixL();
  Vector parameters(shape == GaussianShape::full_rank ? 5 : 4);
  parameters.head<2>() = start.mean;
  parameters.segment(2, 2) = shape == GaussianShape::full_rank
                                 ? Vector(start_root.diagonal().array().log())
                                 : Vector(0.5 * start.covariance.diagonal().array().log());
  if (shape == GaussianShape::full_rank) parameters(correlation_parameter) = start_root(1, 0);
  const auto result =
      maximise_smooth([this](const Vector& here, Vector& gradient) { return at(here, gradient); },
                      parameters, {.gradient_tolerance = 1e-9});
  const Matrix root = triangular_root(result.at);
  return Gaussian{result.at.head(2), root * root.transpose()};
}

}  // namespace renyi
