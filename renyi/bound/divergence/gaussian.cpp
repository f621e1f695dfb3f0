#include "renyi/bound/divergence/gaussian.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>
#include <vector>

#include "renyi/bound/divergence/covariance_factor.hpp"
#include "renyi/bound/divergence/row_axes.hpp"
#include "renyi/bound/divergence/tilt.hpp"

namespace renyi::divergence {
namespace {

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
  return spread > 0.0L ? volume + distance * distance / (2.0L * spread) : wide_infinity;
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

// The coordinates in the order of q's deviation relative to p's.
std::vector<Index> ascending_ratio(const Matrix& p_covariance, const Matrix& q_covariance) {
  std::vector<Index> coordinates(static_cast<std::size_t>(p_covariance.rows()));
  std::iota(coordinates.begin(), coordinates.end(), Index{0});
  const auto ratio = [&](Index i) {
    return static_cast<Wide>(q_covariance(i, i)) / static_cast<Wide>(p_covariance(i, i));
  };
  std::sort(coordinates.begin(), coordinates.end(),
            [&](Index i, Index j) { return ratio(i) < ratio(j); });
  return coordinates;
}

Wide joint_divergence(const Order& order, const Gaussian& p, const Gaussian& q) {
  // With Sp = L L', Sq = M M' and L^-1 M = U diag(sqrt r) V': in the basis L U p is standard and q
  // has variances r. In this order of coordinates the rows of L^-1 M are graded, small ones above,
  // and the triangular solve mixes only smaller rows into larger ones: ratios of any sizes survive.
  const auto coordinates = ascending_ratio(p.covariance, q.covariance);
  const CovarianceFactor p_factor = factor(p.covariance(coordinates, coordinates));
  const CovarianceFactor q_factor = factor(q.covariance(coordinates, coordinates));
  const auto root = p_factor.correlation_root.triangularView<Eigen::Lower>();
  WideMatrix relative =
      p_factor.deviation.cwiseInverse().cwiseProduct(q_factor.deviation).asDiagonal() *
      q_factor.correlation_root;
  root.solveInPlace(relative);
  const WideVector distance = (p.mean.cast<Wide>() - q.mean.cast<Wide>())(coordinates);
  WideVector standardised = distance.cwiseQuotient(p_factor.deviation);
  root.solveInPlace(standardised);
  const RowAxes axes = orthogonalise_rows(std::move(relative));
  const WideVector along_axes = axes.basis.transpose() * standardised;

  const Wide tolerance = 4.0L * static_cast<Wide>(distance.size()) *
                         static_cast<Wide>(std::numeric_limits<double>::epsilon()) *
                         (p_factor.condition + q_factor.condition);
  Wide sum = 0.0L;
  for (Index i = 0; i < distance.size(); ++i) {
    Axis axis{1.0L, axes.squared_lengths(i), along_axes(i)};
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
  if (p.covariance != q.covariance) return joint_divergence(order, p, q);
  const CovarianceFactor p_factor = factor(p.covariance);
  WideVector standardised = distance.cwiseQuotient(p_factor.deviation);
  p_factor.correlation_root.triangularView<Eigen::Lower>().solveInPlace(standardised);
  return along(order, {1.0L, 1.0L, standardised.norm()});
}

}  // namespace renyi::divergence
