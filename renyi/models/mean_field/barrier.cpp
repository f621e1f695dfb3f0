#include "renyi/models/mean_field/barrier.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "renyi/core/error.hpp"

namespace renyi::mean_field {
namespace {

constexpr int max_iterations = 200;  // of one epsilon; about five are usual
constexpr Wide reduction = 10.0L;    // of epsilon from one problem to the next

// In C = X^1/2 S X^1/2 the region is C < I, and (S^-1 - X)^-1 is X^-1/2 P X^-1/2 with
// P = (I - C)^-1 C. Entries of C are at most 1 whatever the condition of S.
struct Point {
  WideVector x;
  WideMatrix curvature;   // P
  Wide log_slack = 0.0L;  // log det(I - C) = log det(S^-1 - X) + constant

  Wide objective(Wide epsilon) const { return x.array().log().sum() + epsilon * log_slack; }
  // Derivatives in log x: 1 - epsilon P_ii.
  WideVector gradient(Wide epsilon) const { return 1.0L - epsilon * curvature.diagonal().array(); }
};

// None outside the region.
std::optional<Point> evaluate(const WideMatrix& s, WideVector x) {
  if (!(x.minCoeff() > 0.0L)) return std::nullopt;
  const WideVector root = x.cwiseSqrt();
  const WideMatrix c = root.asDiagonal() * s * root.asDiagonal();
  const Index n = s.rows();
  const Eigen::LLT<WideMatrix> cholesky(WideMatrix::Identity(n, n) - c);
  if (cholesky.info() != Eigen::Success) return std::nullopt;
  Point point;
  point.x = std::move(x);
  point.curvature = cholesky.solve(c);
  point.log_slack = 2.0L * cholesky.matrixLLT().diagonal().array().log().sum();
  if (!std::isfinite(point.log_slack)) return std::nullopt;
  return point;
}

// One of Newton's steps as relative changes of x, and its decrement. The objective over
// min(epsilon, 1) is self-concordant: below a decrement of 1/4 full steps converge quadratically.
struct NewtonStep {
  WideVector relative;
  Wide squared_decrement = 0.0L;  // of the objective itself
};

NewtonStep newton_step(const Point& point, Wide epsilon) {
  const Index n = point.x.size();
  const WideMatrix hessian = WideMatrix::Identity(n, n) + epsilon * point.curvature.cwiseAbs2();
  const WideVector gradient = point.gradient(epsilon);
  NewtonStep step;
  step.relative = hessian.llt().solve(gradient);
  step.squared_decrement = gradient.dot(step.relative);
  return step;
}

// The first of the steps 1, 1/2, 1/4, ... that stays in the region and gains enough.
Point search_along(const WideMatrix& s, const Point& from, const NewtonStep& step, Wide epsilon) {
  const Wide start = from.objective(epsilon);
  for (Wide length = 1.0L; length > 1e-15L; length *= 0.5L) {
    auto to = evaluate(s, from.x.array() * (1.0L + length * step.relative.array()));
    if (to && to->objective(epsilon) - start >= 0.1L * length * step.squared_decrement)
      return *std::move(to);
  }
  throw NumericalError("mean-field approximation: no step of Newton's method gains");
}

// Newton's method until full steps are safe.
Point approach(const WideMatrix& s, Point point, Wide epsilon) {
  const Wide safe = std::min(epsilon, 1.0L) / 16.0L;
  for (int i = 0; i < max_iterations; ++i) {
    const NewtonStep step = newton_step(point, epsilon);
    if (step.squared_decrement < safe) return point;
    point = search_along(s, point, step, epsilon);
  }
  throw NumericalError("mean-field approximation: Newton's method does not converge");
}

// Full steps for as long as they help; what they leave is rounding.
Point polish(const WideMatrix& s, Point point, Wide epsilon) {
  NewtonStep step = newton_step(point, epsilon);
  for (int i = 0; i < max_iterations; ++i) {
    auto next = evaluate(s, point.x.array() * (1.0L + step.relative.array()));
    if (!next) break;
    NewtonStep next_step = newton_step(*next, epsilon);
    if (!(next_step.squared_decrement < step.squared_decrement)) break;
    point = *std::move(next);
    step = std::move(next_step);
  }
  const Wide rounding =
      static_cast<Wide>(s.rows()) * std::numeric_limits<Wide>::epsilon() / std::min(epsilon, 1.0L);
  if (!(point.gradient(epsilon).cwiseAbs().maxCoeff() < 1e-11L + 1e3L * rounding))
    throw NumericalError("mean-field approximation: Newton's method stops short of the optimum");
  return point;
}

}  // namespace

BarrierOptimum maximise_barrier(const WideMatrix& s, Wide epsilon) {
  const auto n = static_cast<Wide>(s.rows());
  // With a large epsilon the optimum is nearly x_i = 1 / ((1 + epsilon) S_ii); from there smaller
  // ones are followed, each from the optimum of the one before, whose decrement is at most
  // (reduction - 1) sqrt(n).
  Wide current = std::max(epsilon, 8.0L * n * std::sqrt(n));
  auto point = evaluate(s, (s.diagonal() * (1.0L + current)).cwiseInverse());
  if (!point) throw NumericalError("mean-field approximation: no legal start");
  while (true) {
    point = approach(s, *std::move(point), current);
    if (current == epsilon) break;
    current = std::max(epsilon, current / reduction);
  }
  *point = polish(s, *std::move(point), epsilon);
  return {std::move(point->x), std::move(point->curvature)};
}

}  // namespace renyi::mean_field
