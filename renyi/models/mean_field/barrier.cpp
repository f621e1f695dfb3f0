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
constexpr int reduction = 10;        // of epsilon from one problem to the next

template <class Scalar>
using VectorOf = Eigen::Matrix<Scalar, Eigen::Dynamic, 1>;
template <class Scalar>
using MatrixOf = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;

// The range in which rounding does not decide where doubles get.
constexpr Wide smallest_in_doubles = 1e-6L, largest_in_doubles = 1e6L;

// In C = X^1/2 S X^1/2 the region is C < I, and (S^-1 - X)^-1 is X^-1/2 P X^-1/2 with
// P = (I - C)^-1 C. Entries of C are at most 1 whatever the condition of S.
template <class Scalar>
struct Point {
  VectorOf<Scalar> x;
  MatrixOf<Scalar> curvature;  // P
  Scalar log_slack = 0;        // log det(I - C) = log det(S^-1 - X) + constant

  Scalar objective(Scalar epsilon) const { return x.array().log().sum() + epsilon * log_slack; }
  // Derivatives in log x: 1 - epsilon P_ii.
  VectorOf<Scalar> gradient(Scalar epsilon) const {
    return Scalar{1} - epsilon * curvature.diagonal().array();
  }
};

// None outside the region.
template <class Scalar>
std::optional<Point<Scalar>> evaluate(const MatrixOf<Scalar>& s, VectorOf<Scalar> x) {
  if (!(x.minCoeff() > Scalar{0})) return std::nullopt;
  const VectorOf<Scalar> root = x.cwiseSqrt();
  const MatrixOf<Scalar> c = root.asDiagonal() * s * root.asDiagonal();
  const Index n = s.rows();
  const Eigen::LLT<MatrixOf<Scalar>> cholesky(MatrixOf<Scalar>::Identity(n, n) - c);
  if (cholesky.info() != Eigen::Success) return std::nullopt;
  Point<Scalar> point;
  point.x = std::move(x);
  point.curvature = cholesky.solve(c);
  point.log_slack = 2 * cholesky.matrixLLT().diagonal().array().log().sum();
  if (!std::isfinite(point.log_slack)) return std::nullopt;
  return point;
}

// One of Newton's steps as relative changes of x, and its decrement. The objective over
// min(epsilon, 1) is self-concordant: below a decrement of 1/4 full steps converge quadratically.
template <class Scalar>
struct NewtonStep {
  VectorOf<Scalar> relative;
  Scalar squared_decrement = 0;  // of the objective itself
};

template <class Scalar>
NewtonStep<Scalar> newton_step(const Point<Scalar>& point, Scalar epsilon) {
  MatrixOf<Scalar> hessian = epsilon * point.curvature.cwiseAbs2();
  hessian.diagonal().array() += Scalar{1};
  const VectorOf<Scalar> gradient = point.gradient(epsilon);
  NewtonStep<Scalar> step;
  step.relative = hessian.llt().solve(gradient);
  step.squared_decrement = gradient.dot(step.relative);
  return step;
}

// The first of the steps 1, 1/2, 1/4, ... that stays in the region and gains enough.
template <class Scalar>
Point<Scalar> search_along(const MatrixOf<Scalar>& s, const Point<Scalar>& from,
                           const NewtonStep<Scalar>& step, Scalar epsilon) {
  const Scalar start = from.objective(epsilon);
  for (Scalar length = 1; length > Scalar{1e-15}; length /= 2) {
    auto to = evaluate<Scalar>(s, from.x.array() * (Scalar{1} + length * step.relative.array()));
    if (to && to->objective(epsilon) - start >= length * step.squared_decrement / 10)
      return *std::move(to);
  }
  throw NumericalError("mean-field approximation: no step of Newton's method gains");
}

// Newton's method until full steps are safe.
template <class Scalar>
Point<Scalar> approach(const MatrixOf<Scalar>& s, Point<Scalar> point, Scalar epsilon) {
  const Scalar safe = std::min(epsilon, Scalar{1}) / 16;
  for (int i = 0; i < max_iterations; ++i) {
    const auto step = newton_step(point, epsilon);
    if (step.squared_decrement < safe) return point;
    point = search_along(s, point, step, epsilon);
  }
  throw NumericalError("mean-field approximation: Newton's method does not converge");
}

// From the optimum of one epsilon to that of a smaller one through those between, each from the one
// before, whose decrement is at most (reduction - 1) sqrt(n).
template <class Scalar>
Point<Scalar> follow(const MatrixOf<Scalar>& s, Point<Scalar> point, Scalar from, Scalar to) {
  for (Scalar epsilon = from;; epsilon = std::max(to, epsilon / reduction)) {
    point = approach(s, std::move(point), epsilon);
    if (epsilon == to) return point;
  }
}

// Full steps for as long as they help; what they leave is rounding.
Point<Wide> polish(const WideMatrix& s, Point<Wide> point, Wide epsilon) {
  auto step = newton_step(point, epsilon);
  for (int i = 0; i < max_iterations; ++i) {
    auto next = evaluate<Wide>(s, point.x.array() * (1.0L + step.relative.array()));
    if (!next) break;
    auto next_step = newton_step(*next, epsilon);
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
  // With a large epsilon the optimum is nearly x_i = 1 / ((1 + epsilon) S_ii).
  const Wide start = std::max(epsilon, 8.0L * n * std::sqrt(n));
  WideVector x = (s.diagonal() * (1.0L + start)).cwiseInverse();
  // Doubles serve for most of the way, ten times faster.
  const Wide middle = std::max(epsilon, smallest_in_doubles);
  if (start < largest_in_doubles) {
    const Matrix narrow = s.cast<double>();
    if (auto first = evaluate<double>(narrow, x.cast<double>()))
      x = follow(narrow, *std::move(first), static_cast<double>(start), static_cast<double>(middle))
              .x.cast<Wide>();
  }
  auto begin = evaluate<Wide>(s, std::move(x));
  if (!begin) throw NumericalError("mean-field approximation: no legal start");
  Point<Wide> best = polish(s, follow(s, *std::move(begin), middle, epsilon), epsilon);
  return {std::move(best.x), std::move(best.curvature)};
}

}  // namespace renyi::mean_field
