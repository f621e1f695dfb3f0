#include "renyi/bound/divergence/gaussian.hpp"

#include <Eigen/SVD>
#include <limits>

#include "renyi/bound/divergence/covariance_factor.hpp"
#include "renyi/bound/divergence/tilt.hpp"

namespace renyi::divergence {
namespace {

constexpr Wide infinity = std::numeric_limits<Wide>::infinity();

// One coordinate of a basis in which both covariances are diagonal.
struct Axis {
  Wide p_variance;
  Wide q_variance;
  Wide distance;  // between the means
};

Wide along(const Order& order, const Axis& axis) {
  const auto [p_variance, q_variance, distance] = axis;
  const Wide volume = 0.5L * log_gap(order, Move::between(q_variance, p_variance));
  if (distance == 0.0L || std::isinf(volume)) return volume;
  // S / alpha, by the form of which nothing cancels.
  const Wide spread = q_variance >= 0.5L * p_variance
                          ? (q_variance - p_variance) + p_variance / order.alpha
                          : q_variance + p_variance * (order.delta / order.alpha);
  return spread > 0.0L ? volume + distance * distance / (2.0L * spread) : infinity;
}

bool is_diagonal(const Matrix& matrix) {
  return (matrix - Matrix(matrix.diagonal().asDiagonal())).cwiseAbs().maxCoeff() == 0.0;
}

Wide diagonal_divergence(const Order& order, const WideVector& distance,
                         const WideVector& p_variance, const WideVector& q_variance) {
  Wide sum = 0.0L;
  for (Index i = 0; i < distance.size(); ++i)
    sum += along(order, {p_variance(i), q_variance(i), distance(i)});
  return sum;
}

Wide joint_divergence(const Order& order, const WideVector& distance, const CovarianceFactor& p,
                      const CovarianceFactor& q) {
  // With Sp = L L', Sq = M M' and L^-1 M = U diag(sqrt r) V': in the basis L U p is standard and q
  // has variances r. Singular values keep half the digits that the eigenvalues of
  // L^-1 Sq L^-T would lose.
  const auto root = p.correlation_root.triangularView<Eigen::Lower>();
  WideMatrix relative =
      p.deviation.cwiseInverse().cwiseProduct(q.deviation).asDiagonal() * q.correlation_root;
  root.solveInPlace(relative);
  const Eigen::JacobiSVD<WideMatrix> svd(relative, Eigen::ComputeFullU);
  WideVector standardised = distance.cwiseQuotient(p.deviation);
  root.solveInPlace(standardised);
  const WideVector along_axes = svd.matrixU().transpose() * standardised;

  const auto& deviations = svd.singularValues();
  const Wide tolerance = 4.0L * static_cast<Wide>(distance.size()) *
                         (std::numeric_limits<double>::epsilon() * (p.condition + q.condition) +
                          std::numeric_limits<Wide>::epsilon() * deviations(0));
  Wide sum = 0.0L;
  for (Index i = 0; i < distance.size(); ++i) {
    Axis axis{1.0L, deviations(i) * deviations(i), along_axes(i)};
    if (!(axis.q_variance > 0.0L)) return infinity;
    if (std::abs(axis.q_variance - 1.0L) <= tolerance) {
      axis.q_variance = 1.0L;
      if (std::abs(axis.distance) <= tolerance * standardised.norm()) axis.distance = 0.0L;
    }
    sum += along(order, axis);
  }
  return sum;
}

}  // namespace

Wide upper_divergence(const Order& order, const DiagonalGaussian& p, const DiagonalGaussian& q) {
  return diagonal_divergence(order, p.mean.cast<Wide>() - q.mean.cast<Wide>(),
                             p.variance.cast<Wide>(), q.variance.cast<Wide>());
}

Wide upper_divergence(const Order& order, const Gaussian& p, const Gaussian& q) {
  const WideVector distance = p.mean.cast<Wide>() - q.mean.cast<Wide>();
  if (is_diagonal(p.covariance) && is_diagonal(q.covariance))
    return diagonal_divergence(order, distance, p.covariance.diagonal().cast<Wide>(),
                               q.covariance.diagonal().cast<Wide>());
  const CovarianceFactor p_factor = factor(p.covariance);
  if (p.covariance != q.covariance)
    return joint_divergence(order, distance, p_factor, factor(q.covariance));
  WideVector standardised = distance.cwiseQuotient(p_factor.deviation);
  p_factor.correlation_root.triangularView<Eigen::Lower>().solveInPlace(standardised);
  return along(order, {1.0L, 1.0L, standardised.norm()});
}

}  // namespace renyi::divergence
