#include "renyi/inference/laplace.hpp"

#include <fmt/format.h>

#include <cmath>

#include "renyi/core/error.hpp"
#include "renyi/families/natural_gaussian.hpp"

namespace renyi {
namespace {

struct Curve {
  double value = 0.0;
  Vector gradient = {};
  Matrix curvature = {};  // minus the second derivatives
};

double log_joint_of(const GlmProblem& problem, const Vector& theta) {
  double value = -0.5 * problem.prior_precision * theta.squaredNorm();
  const Vector predictors = problem.design.transpose() * theta;
  for (Index i = 0; i < problem.rows(); ++i) value += problem.row(i).at(predictors(i)).value;
  return value;
}

Curve curve_at(const GlmProblem& problem, const Vector& theta) {
  const Vector predictors = problem.design.transpose() * theta;
  Vector first(problem.rows()), second(problem.rows());
  Curve curve{.value = -0.5 * problem.prior_precision * theta.squaredNorm()};
  for (Index i = 0; i < problem.rows(); ++i) {
    const LikelihoodAt at = problem.row(i).at(predictors(i));
    curve.value += at.value;
    first(i) = at.first;
    second(i) = -at.second;
  }
  curve.gradient = problem.design * first - problem.prior_precision * theta;
  curve.curvature = problem.design * second.asDiagonal() * problem.design.transpose();
  curve.curvature.diagonal().array() += problem.prior_precision;
  return curve;
}

}  // namespace

LocalFit fit_laplace(const GlmProblem& problem, GaussianShape shape, Legs* legs) {
  problem.validate();
  constexpr int max_steps = 200;
  constexpr double tolerance = 1e-10;
  Vector theta = Vector::Zero(problem.dimension());
  FactorisedGaussian factor;
  LocalFit fit;
  Leg leg(legs, [&](StateArchive& archive) {
    archive("theta", theta);
    archive("steps", fit.passes);
    archive("change", fit.change);
    archive("converged", fit.converged);
  });
  Curve curve = curve_at(problem, theta);
  while (fit.passes < max_steps && !fit.converged) {
    if (!factor.set({curve.curvature, curve.gradient}))
      throw NumericalError(
          fmt::format("Laplace's method: the curvature at step {} is not positive "
                      "definite in doubles",
                      fit.passes));
    const Vector& direction = factor.mean();
    const double gain = direction.dot(curve.gradient);  // the squared step in standard deviations
    fit.change = std::sqrt(gain);
    fit.converged = fit.change < tolerance;
    double step = 1.0;
    while (step > 1e-12 && !(log_joint_of(problem, theta + step * direction) >=
                             curve.value + 1e-4 * step * gain - 1e-12 * std::abs(curve.value)))
      step *= 0.5;
    theta += step * direction;
    ++fit.passes;
    leg.pause({.unit = "step", .done = fit.passes, .all = max_steps});
    curve = curve_at(problem, theta);
  }
  leg.end();
  NaturalGaussian posterior{curve.curvature, curve.curvature * theta};
  if (shape == GaussianShape::mean_field)
    posterior.precision = Matrix(curve.curvature.diagonal().asDiagonal());
  posterior.shift = posterior.precision * theta;
  if (!factor.set(posterior))
    throw NumericalError("Laplace's method: the curvature at the mode is beyond the doubles");
  fit.mean = theta;
  fit.covariance = factor.covariance();
  // log p(theta, y) at the mode, its prior normalised, plus d/2 log(2 pi) - log|H| / 2.
  const double log_determinant = 0.5 * posterior.shift.dot(theta) - factor.log_partition();
  fit.log_evidence =
      curve.value +
      0.5 * static_cast<double>(problem.dimension()) * std::log(problem.prior_precision) -
      log_determinant;
  return fit;
}

}  // namespace renyi
