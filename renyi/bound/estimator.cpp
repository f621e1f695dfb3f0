#include "renyi/bound/estimator.hpp"

#include <fmt/format.h>

#include "renyi/core/error.hpp"

namespace renyi {
namespace {

// What the path of a draw of normalised weight w counts, as a multiple of w.
double path_factor(Estimator estimator, Alpha alpha, double weight) {
  if (estimator != Estimator::doubly_reparameterised) return 1.0;
  return alpha.value() + alpha.power() * weight;
}

double score_factor(Estimator estimator) {
  return estimator == Estimator::reparameterised ? 1.0 : 0.0;
}

void resize(const Bound& bound, GradientCoefficients& out) {
  for (Matrix* part : {&out.model, &out.path, &out.score})
    part->resize(bound.coefficients.rows(), bound.coefficients.cols());
}

}  // namespace

bool is_biased(Estimator estimator, Alpha alpha) {
  return estimator == Estimator::stick_the_landing && !alpha.is_vi();
}

void require_defined(Estimator estimator, Alpha alpha) {
  if (estimator == Estimator::doubly_reparameterised && !alpha.is_finite())
    throw UsageError(fmt::format(
        "estimator doubly-reparameterised: expected a finite alpha, found {}: its path weight "
        "alpha w + (1-alpha) w^2 has no limit there; use reparameterised",
        alpha.to_string()));
}

void gradient_coefficients(Estimator estimator, Alpha alpha, const Bound& bound,
                           GradientCoefficients& out) {
  require_defined(estimator, alpha);
  resize(bound, out);
  out.model = bound.coefficients;
  out.score = score_factor(estimator) * bound.coefficients;
  out.path = bound.coefficients.unaryExpr(
      [=](double weight) { return weight * path_factor(estimator, alpha, weight); });
}

void gradient_coefficients(Estimator estimator, Alpha alpha, const Bound& bound,
                           std::span<const Index> picks, GradientCoefficients& out) {
  require_defined(estimator, alpha);
  if (std::ssize(picks) != bound.coefficients.cols())
    throw UsageError(fmt::format("gradient_coefficients: expected {} picks, found {}",
                                 bound.coefficients.cols(), picks.size()));
  resize(bound, out);
  for (Matrix* part : {&out.model, &out.path, &out.score}) part->setZero();
  for (Index b = 0; b < bound.coefficients.cols(); ++b) {
    const Index j = picks[static_cast<std::size_t>(b)];
    out.model(j, b) = 1.0;
    out.path(j, b) = path_factor(estimator, alpha, bound.coefficients(j, b));
    out.score(j, b) = score_factor(estimator);
  }
}

}  // namespace renyi
