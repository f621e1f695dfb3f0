#include "renyi/models/linear_fit.hpp"

#include <fmt/format.h>

#include <cmath>

#include "renyi/core/error.hpp"
#include "renyi/data/standardise.hpp"
#include "renyi/models/linear_mean_field.hpp"
#include "renyi/models/linear_noise.hpp"
#include "renyi/models/linear_regression.hpp"

namespace renyi {
namespace {

// The given sigma, or the learned one where it exists.
template <class Learn>
double chosen_sigma(const std::optional<double>& given, double scale, const Learn& learn) {
  if (given) return *given / scale;
  const SigmaOptimum optimum = learn();
  if (optimum.at_zero)
    throw UsageError(
        "sigma: expected a positive number, because the features fit the target exactly and the "
        "smaller sigma the better, found learn");
  return optimum.sigma;
}

void validate(const LinearFitOptions& options) {
  if (options.sigma && !(*options.sigma > 0.0 && std::isfinite(*options.sigma)))
    throw UsageError(
        fmt::format("sigma: expected a positive number or learn, found {}", *options.sigma));
  if (!(options.prior_precision > 0.0 && std::isfinite(options.prior_precision)))
    throw UsageError(fmt::format("prior-precision: expected a positive number, found {}",
                                 options.prior_precision));
}

}  // namespace

LinearModel LinearFit::model(const LinearCandidate& candidate) const {
  return {encoding, candidate.coefficients, candidate.sigma};
}

LinearFit fit_linear(const TableEncoding& encoding, const ConstMatrixRef& features,
                     const ConstVectorRef& targets, const LinearFitOptions& options) {
  validate(options);
  if (encoding.has_classes())
    throw UsageError(
        fmt::format("target: expected numbers, found {} classes", encoding.classes().size()));
  const double scale = encoding.target_scale;
  const Index width = features.cols() + 1;
  const LinearRegression model(
      {with_intercept(features),
       standardised(targets, {.mean = encoding.target_mean, .scale = scale})},
      {Vector::Zero(width), options.prior_precision * Matrix::Identity(width, width)});
  LinearFit fit{.encoding = encoding, .rows = features.rows(), .sigma_learned = !options.sigma};
  // The density of y is that of (y - mean) / scale, divided by the scale for every row.
  const double log_units = static_cast<double>(fit.rows) * std::log(scale);
  const auto log_evidence = [&](double sigma) {
    return model.log_evidence(sigma).value - log_units;
  };

  fit.exact.sigma =
      chosen_sigma(options.sigma, scale, [&] { return maximum_likelihood_sigma(model); });
  fit.exact.coefficients = model.posterior(fit.exact.sigma).distribution();
  fit.exact.log_evidence = fit.exact.bound = log_evidence(fit.exact.sigma);
  for (const Alpha alpha : options.alphas) {
    LinearCandidate& candidate = fit.approximations.emplace_back();
    candidate.alpha = alpha;
    candidate.sigma =
        chosen_sigma(options.sigma, scale, [&] { return mean_field_sigma(alpha, model); });
    const LinearMeanField best = fit_mean_field(alpha, model, candidate.sigma);
    candidate.coefficients = {best.q.mean, Matrix(best.q.variance.asDiagonal())};
    candidate.bound = best.bound - log_units;
    candidate.log_evidence = log_evidence(candidate.sigma);
  }
  return fit;
}

}  // namespace renyi
