#include "renyi/models/mean_field.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "renyi/core/error.hpp"
#include "renyi/models/mean_field/barrier.hpp"
#include "renyi/models/mean_field/interpolate.hpp"
#include "renyi/models/wide_inverse.hpp"

namespace renyi {
namespace {

using mean_field::Wide;
using mean_field::WideMatrix;
using mean_field::WideVector;

void check(const Matrix& precision) {
  const Index n = precision.rows();
  if (n == 0 || precision.cols() != n)
    throw UsageError(
        fmt::format("precision: expected a square matrix, found {} x {}", n, precision.cols()));
  if (!precision.allFinite()) throw UsageError("precision: expected finite numbers");
  if (!(precision.diagonal().minCoeff() > 0.0))
    throw UsageError("precision: expected a positive diagonal");
  if (precision != precision.transpose()) throw UsageError("precision: expected symmetry");
}

// What the solvers return, in Wide and for the scaled problem.
struct Solution {
  WideVector precision;
  WideMatrix tilted_covariance;
};

WideMatrix between(const WideVector& scale, const WideMatrix& matrix) {
  return scale.asDiagonal() * matrix * scale.asDiagonal();
}

Solution exact_marginals(const Matrix& precision) {
  WideMatrix covariance = wide_inverse(precision, false);
  return {covariance.diagonal().cwiseInverse(), std::move(covariance)};
}

Solution variational_inference(const Matrix& precision) {
  const WideVector diagonal = precision.diagonal().cast<Wide>();
  return {diagonal, diagonal.cwiseInverse().asDiagonal()};
}

Solution between_zero_and_one(Wide alpha, const Matrix& precision) {
  auto [lambda, tilted] = mean_field::interpolate(precision.cast<Wide>(), alpha);
  return {lambda, between(lambda.cwiseSqrt().cwiseInverse(), tilted)};
}

// With u = (1 - 1/alpha) / lambda the bound is sum log u + epsilon log det(Lambda^-1 - diag(u)),
// epsilon = 1 / (alpha - 1).
Solution above_one(Wide alpha, const Matrix& precision) {
  wide_inverse(precision, false);  // throws where the matrix is not positive definite
  const Wide epsilon = std::max(1.0L / (alpha - 1.0L), mean_field::smallest_epsilon);
  const auto [u, curvature] = mean_field::maximise_barrier(precision.cast<Wide>(), epsilon);
  const Wide shrink = std::isinf(alpha) ? 1.0L : (alpha - 1.0L) / alpha;
  // (u^-1 - Lambda)^-1 = U^1/2 (I + P) U^1/2.
  WideMatrix inner = epsilon * curvature;
  inner.diagonal().array() += epsilon;
  return {shrink * u.cwiseInverse(), between(u.cwiseSqrt(), inner)};
}

// With w = lambda / (1 - 1/alpha) it is -(sum log w + epsilon log det(Lambda - diag(w))),
// epsilon = -1 / alpha.
Solution below_zero(Wide alpha, const Matrix& precision) {
  const Wide epsilon = std::max(-1.0L / alpha, mean_field::smallest_epsilon);
  // A large order magnifies the errors of the covariance by its own size.
  const bool precise = epsilon < 1.0L;
  const WideMatrix covariance = wide_inverse(precision, precise);
  const auto [w, curvature] = mean_field::maximise_barrier(covariance, epsilon);
  const Wide grow = 1.0L - 1.0L / alpha;
  const Wide share = 1.0L / (1.0L + 1.0L / epsilon);  // 1 / (1 - alpha)
  return {grow * w, share * between(w.cwiseSqrt().cwiseInverse(), curvature)};
}

Solution solve(double alpha, const Matrix& precision) {
  if (alpha == 0.0) return exact_marginals(precision);
  if (alpha == 1.0 || precision.rows() == 1) return variational_inference(precision);
  if (alpha > 1.0) return above_one(alpha, precision);
  if (alpha < 0.0) return below_zero(alpha, precision);
  return between_zero_and_one(alpha, precision);
}

}  // namespace

MeanField mean_field_approximation(Alpha alpha, const Matrix& precision) {
  check(precision);
  // Powers of two bring the diagonal near 1 without rounding.
  const WideVector scale = precision.diagonal().cast<Wide>().unaryExpr(
      [](Wide value) { return std::exp2(-std::round(0.5L * std::log2(value))); });
  const Solution scaled =
      solve(alpha.value(), between(scale, precision.cast<Wide>()).cast<double>());
  MeanField result;
  result.precision = scaled.precision.cwiseQuotient(scale.cwiseAbs2()).cast<double>();
  result.tilted_covariance = between(scale, scaled.tilted_covariance).cast<double>();
  if (!result.precision.allFinite() || !result.tilted_covariance.allFinite())
    throw NumericalError("mean-field approximation: a number beyond the doubles");
  return result;
}

}  // namespace renyi
