#include "renyi/models/mean_field/interpolate.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <utility>

#include "renyi/core/error.hpp"

namespace renyi::mean_field {
namespace {

constexpr int max_steps = 200;
constexpr Wide longest = 4.0L;     // step of a log lambda
constexpr Wide quadratic = 1e-3L;  // below this gradient full steps are taken unchecked

// With C = D^-1/2 Lambda D^-1/2, s = 1 - alpha and N = (I + s (C - I))^-1 the derivative of the
// divergence in log lambda_i is (N_ii - 1) / (2 s). Written with K = N (C - I), that is
// N = I - s K, nothing cancels as s goes to 0.
struct Interpolated {
  WideVector log_precision;
  WideMatrix tilted;    // N
  WideMatrix excess;    // K
  Wide log_det = 0.0L;  // log det(I + s (C - I))

  // 2 D_alpha but for a constant, and its derivatives in log lambda.
  Wide objective(Wide s) const { return log_precision.sum() + log_det / s; }
  WideVector gradient() const { return -excess.diagonal(); }
};

Interpolated evaluate(const WideMatrix& precision, Wide s, WideVector log_precision) {
  const Index n = precision.rows();
  const WideVector scale = (-0.5L * log_precision.array()).exp();
  WideMatrix difference = scale.asDiagonal() * precision * scale.asDiagonal();
  difference.diagonal().array() -= 1.0L;
  const Eigen::LLT<WideMatrix> cholesky(WideMatrix::Identity(n, n) + s * difference);
  if (cholesky.info() != Eigen::Success)
    throw NumericalError("mean-field approximation: tilted precision is not positive definite");
  Interpolated point;
  point.log_precision = std::move(log_precision);
  point.excess = cholesky.solve(difference);
  point.tilted = WideMatrix::Identity(n, n) - s * point.excess;
  point.log_det = 2.0L * cholesky.matrixLLT().diagonal().array().log().sum();
  return point;
}

// With the Hessian (diag(N) - alpha N o N) / s, by K.
WideVector newton_step(const Interpolated& point, Wide alpha) {
  const Wide s = 1.0L - alpha;
  WideMatrix hessian = -alpha * s * point.excess.cwiseAbs2();
  hessian.diagonal() =
      point.tilted.diagonal().array() * (1.0L + alpha * point.excess.diagonal().array());
  return hessian.ldlt().solve(-point.gradient());
}

// The first of ever shorter steps that gains. Before the minimum along the line a convex function
// has fallen, whatever the rounding of its values says.
Interpolated search_along(const WideMatrix& precision, Wide s, const Interpolated& from,
                          const WideVector& step) {
  const Wide slope = from.gradient().dot(step);
  for (Wide length = std::min(1.0L, longest / step.cwiseAbs().maxCoeff()); length > 1e-15L;
       length *= 0.5L) {
    Interpolated to = evaluate(precision, s, from.log_precision + length * step);
    if (to.gradient().dot(step) <= 0.0L ||
        to.objective(s) - from.objective(s) <= 0.1L * length * slope)
      return to;
  }
  throw NumericalError("mean-field approximation: no step of Newton's method gains");
}

}  // namespace

Interpolation interpolate(const WideMatrix& precision, Wide alpha) {
  const Wide s = 1.0L - alpha;
  // The optimum of order 1; that of lower orders is smaller.
  Interpolated point = evaluate(precision, s, precision.diagonal().array().log());
  Wide error = point.gradient().cwiseAbs().maxCoeff();
  for (int i = 0; i < max_steps; ++i) {
    const WideVector step = newton_step(point, alpha);
    const bool near = error <= quadratic;
    Interpolated next = near ? evaluate(precision, s, point.log_precision + step)
                             : search_along(precision, s, point, step);
    const Wide next_error = next.gradient().cwiseAbs().maxCoeff();
    if (near && !(next_error < error)) break;  // rounding is all that is left
    point = std::move(next);
    error = next_error;
  }
  if (!(s * error < 1e-11L))
    throw NumericalError("mean-field approximation: Newton's method does not converge");
  return {point.log_precision.array().exp(), std::move(point.tilted)};
}

}  // namespace renyi::mean_field
