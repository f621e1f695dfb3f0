#include "renyi/models/regression_statistics.hpp"

#include <fmt/format.h>

#include <Eigen/QR>
#include <algorithm>
#include <cmath>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

constexpr Index rows_at_a_time = 512;  // of data that are rotated into the factor at once

void check(const ConstMatrixRef& features, const ConstVectorRef& targets, Index expected) {
  if (features.cols() != expected)
    throw UsageError(
        fmt::format("features: expected {} columns, found {}", expected, features.cols()));
  if (features.rows() != targets.size())
    throw UsageError(
        fmt::format("targets: expected one a row, {}, found {}", features.rows(), targets.size()));
  for (Index j = 0; j < features.cols(); ++j)
    for (Index i = 0; i < features.rows(); ++i)
      if (!std::isfinite(features(i, j)))
        throw UsageError(
            fmt::format("features: expected finite numbers, found {} in row {}, column {}",
                        features(i, j), i + 1, j + 1));
  for (Index i = 0; i < targets.size(); ++i)
    if (!std::isfinite(targets(i)))
      throw UsageError(
          fmt::format("targets: expected finite numbers, found {} in row {}", targets(i), i + 1));
}

}  // namespace

RegressionStatistics::RegressionStatistics(Index features)
    : root(Matrix::Zero(features, features)), projection(Vector::Zero(features)) {}

RegressionStatistics::RegressionStatistics(const ConstMatrixRef& features,
                                           const ConstVectorRef& targets)
    : RegressionStatistics(features.cols()) {
  add(features, targets);
}

void RegressionStatistics::add(const ConstMatrixRef& features, const ConstVectorRef& targets) {
  const Index d = root.cols();
  check(features, targets, d);
  // The factor on top of a block of rows; a triangular factor of both is one of all rows so far.
  Matrix stacked = Matrix::Zero(d + 1 + std::min(rows_at_a_time, features.rows()), d + 1);
  for (Index first = 0; first < features.rows(); first += rows_at_a_time) {
    const Index count = std::min(rows_at_a_time, features.rows() - first);
    stacked.topLeftCorner(d, d) = root;
    stacked.topRightCorner(d, 1) = projection;
    stacked.row(d).setZero();
    stacked(d, d) = remainder;
    stacked.block(d + 1, 0, count, d) = features.middleRows(first, count);
    stacked.block(d + 1, d, count, 1) = targets.segment(first, count);
    const Eigen::HouseholderQR<Matrix> qr(stacked.topRows(d + 1 + count));
    root = qr.matrixQR().topLeftCorner(d, d).triangularView<Eigen::Upper>();
    projection = qr.matrixQR().col(d).head(d);
    remainder = std::abs(qr.matrixQR()(d, d));
  }
  rows += features.rows();
}

double RegressionStatistics::target_norm() const {
  return std::hypot(projection.norm(), remainder);
}

Vector RegressionStatistics::squared_errors(const ConstMatrixRef& coefficients) const {
  const Matrix differences = (-(root * coefficients)).colwise() + projection;
  return differences.colwise().squaredNorm().array() + remainder * remainder;
}

}  // namespace renyi
