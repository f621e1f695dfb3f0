#include "renyi/models/linear_bound.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <cmath>

#include "renyi/bound/divergence.hpp"
#include "renyi/bound/divergence/covariance_factor.hpp"
#include "renyi/core/error.hpp"

namespace renyi {
namespace {

using divergence::Wide;
using divergence::WideMatrix;
using divergence::WideVector;

// S^-1 for S = alpha P + (1-alpha) Q with the covariances P of the posterior and Q of q, and its
// two multiples that have limits at ±inf, where S^-1 itself vanishes.
struct MixedInverse {
  WideMatrix plain;      // S^-1
  WideMatrix posterior;  // alpha S^-1
  WideMatrix q;          // (1-alpha) S^-1
};

MixedInverse mixed_inverse(Alpha alpha, const WideMatrix& p, const WideMatrix& q) {
  const Index n = p.rows();
  const Wide order = alpha.value();
  const Wide sign = order > 0.0L ? 1.0L : -1.0L;
  const WideMatrix mixed =
      alpha.is_finite() ? WideMatrix(order * p + (1.0L - order) * q) : WideMatrix(sign * (p - q));
  const Eigen::LLT<WideMatrix> cholesky(mixed);
  if (cholesky.info() != Eigen::Success)
    throw NumericalError(fmt::format(
        "gradient of the bound: it is infinite at alpha = {} for this q", alpha.to_string()));
  const WideMatrix inverse = cholesky.solve(WideMatrix::Identity(n, n));
  if (alpha.is_finite()) return {inverse, order * inverse, (1.0L - order) * inverse};
  return {WideMatrix::Zero(n, n), sign * inverse, -sign * inverse};
}

}  // namespace

double linear_bound(Alpha alpha, const LinearRegression& model, double sigma, const Gaussian& q) {
  return model.log_evidence(sigma).value -
         renyi_divergence(alpha, q, model.posterior(sigma).distribution());
}

LinearBoundGradient linear_bound_gradient(Alpha alpha, const LinearRegression& model, double sigma,
                                          const Gaussian& q) {
  validate(q, "q");
  if (q.mean.size() != model.features())
    throw UsageError(fmt::format("q: expected the model's dimension, {}, found {}",
                                 model.features(), q.mean.size()));
  const LinearPosterior posterior = model.posterior(sigma);
  const WideMatrix p_covariance = posterior.covariance.cast<Wide>();
  const WideMatrix q_covariance = q.covariance.cast<Wide>();
  const auto inverse = mixed_inverse(alpha, p_covariance, q_covariance);
  const WideVector shift = (q.mean - posterior.mean).cast<Wide>();
  const WideVector pull = inverse.posterior * shift;
  const WideVector push = inverse.q * shift;
  const Index n = shift.size();
  const WideMatrix q_precision = q_covariance.llt().solve(WideMatrix::Identity(n, n));

  LinearBoundGradient gradient;
  gradient.mean = -pull.cast<double>();
  const WideMatrix covariance = 0.5L * (q_precision - inverse.plain + pull * push.transpose());
  gradient.covariance = covariance.cast<double>();
  gradient.log_sd = (2.0L * covariance.cwiseProduct(q_covariance).rowwise().sum()).cast<double>();

  // The bound's derivative in a parameter of the model is the mean of log p's under the density
  // proportional to q^alpha p^(1-alpha), N(centre, P S^-1 Q): here of -n + |y - X theta|^2/sigma^2.
  const Vector centre = posterior.mean + (p_covariance * pull).cast<double>();
  const RegressionStatistics& data = model.statistics();
  const Matrix tilted = (p_covariance * inverse.plain * q_covariance).cast<double>();
  const double spread = (data.root * tilted).cwiseProduct(data.root).sum();
  gradient.log_sigma =
      (data.squared_errors(centre)(0) + spread) / (sigma * sigma) - static_cast<double>(data.rows);
  return gradient;
}

}  // namespace renyi
