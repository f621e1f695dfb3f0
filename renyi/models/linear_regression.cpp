#include "renyi/models/linear_regression.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <Eigen/SVD>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <utility>

#include "renyi/core/error.hpp"
#include "renyi/models/wide_inverse.hpp"

namespace renyi {

CoefficientPrior CoefficientPrior::standard(Index features) {
  return {Vector::Zero(features), Matrix::Identity(features, features)};
}

void CoefficientPrior::validate(Index features) const {
  if (mean.size() != features)
    throw UsageError(
        fmt::format("prior.mean: expected {} numbers, found {}", features, mean.size()));
  // A precision matrix is whatever a covariance may be.
  if (const auto problem = find_problem(Gaussian{mean, precision})) {
    const std::string field = problem->field.starts_with("covariance")
                                  ? "precision" + problem->field.substr(10)
                                  : problem->field;
    throw UsageError(
        fmt::format("prior.{}: expected {}, found {}", field, problem->expected, problem->found));
  }
}

Vector LinearPrediction::sd() const {
  return model_sd.unaryExpr([this](double model) { return std::hypot(model, noise_sd); });
}

void validate_sigma(double sigma) {
  if (!std::isfinite(sigma) || !(sigma > 0.0))
    throw UsageError(fmt::format("sigma: expected a positive finite number, found {}", sigma));
}

LinearRegression::LinearRegression(const ConstMatrixRef& features, const ConstVectorRef& targets)
    : LinearRegression(RegressionStatistics(features, targets),
                       CoefficientPrior::standard(features.cols())) {}

LinearRegression::LinearRegression(RegressionStatistics statistics, CoefficientPrior prior)
    : statistics_(std::move(statistics)), prior_(std::move(prior)) {
  const Index d = features();
  if (d == 0) throw UsageError("features: expected at least one column");
  prior_.validate(d);
  // theta = mean + L^-T z with the prior's precision L L', and L^-1 root' = V S U'.
  const Eigen::LLT<Matrix> cholesky(prior_.precision);
  const Matrix whitened = cholesky.matrixL().solve(statistics_.root.transpose());
  // Exact to the smallest singular value, also of columns that nearly repeat each other.
  const Eigen::JacobiSVD<Matrix, Eigen::HouseholderQRPreconditioner> svd(
      whitened, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const Vector shift = statistics_.root * prior_.mean;
  const Vector rotated = svd.matrixV().transpose() * (statistics_.projection - shift);

  // What rounding leaves of a singular value, or of a distance, that is 0.
  const double rounding = 8.0 * static_cast<double>(d + 1) * std::numeric_limits<double>::epsilon();
  const Vector& values = svd.singularValues();
  const Index rank = (values.array() > rounding * values(0)).count();
  strength_ = values.head(rank);
  signal_ = rotated.head(rank);
  directions_ = cholesky.matrixU().solve(svd.matrixU().leftCols(rank));
  noise_norm_ = std::hypot(rotated.tail(d - rank).norm(), statistics_.remainder);
  if (noise_norm_ <= rounding * (statistics_.target_norm() + shift.norm())) noise_norm_ = 0.0;
}

LinearPosterior LinearRegression::posterior(double sigma) const {
  validate_sigma(sigma);
  LinearPosterior posterior;
  // strength / (strength^2 + sigma^2), without squares that overflow.
  const auto gain = strength_.array().unaryExpr([sigma](double strength) {
    const double scale = std::max(strength, sigma);
    const double a = strength / scale, b = sigma / scale;
    return a / ((a * a + b * b) * scale);
  });
  posterior.mean = prior_.mean + directions_ * (gain * signal_.array()).matrix();
  Matrix precision = prior_.precision;
  precision.selfadjointView<Eigen::Lower>().rankUpdate(statistics_.root.transpose() / sigma);
  posterior.precision = precision.selfadjointView<Eigen::Lower>();
  if (!posterior.precision.allFinite())
    throw NumericalError(
        fmt::format("posterior: precision is beyond the doubles at sigma = {}", sigma));
  posterior.covariance = wide_inverse(posterior.precision, false).cast<double>();
  if (find_problem(posterior.distribution()))
    throw NumericalError(
        fmt::format("posterior: doubles do not hold its covariance at sigma = {}", sigma));
  return posterior;
}

LogEvidence LinearRegression::log_evidence(double sigma) const {
  validate_sigma(sigma);
  // With v_i = sigma^2 + strength_i^2 the data's coordinates are independent N(0, v_i), and
  // N(0, sigma^2) beyond the rank.
  LogEvidence evidence;
  double sum = 0.0;  // of log variances and of squares over variances
  for (Index i = 0; i < rank(); ++i) {
    const double sd = std::hypot(sigma, strength_(i));
    const double share = (sigma / sd) * (sigma / sd);
    const double square = (signal_(i) / sd) * (signal_(i) / sd);
    sum += 2.0 * std::log(sd) + square;
    evidence.log_sigma_slope += share * (square - 1.0);
  }
  const auto n = static_cast<double>(statistics_.rows);
  const double free = n - static_cast<double>(rank());
  const double square = (noise_norm_ / sigma) * (noise_norm_ / sigma);
  sum += free * 2.0 * std::log(sigma) + square;
  evidence.log_sigma_slope += square - free;
  evidence.value = -0.5 * (n * std::log(2.0 * std::numbers::pi) + sum);
  if (!std::isfinite(evidence.value) || !std::isfinite(evidence.log_sigma_slope))
    throw NumericalError(fmt::format("log evidence: beyond the doubles at sigma = {}", sigma));
  return evidence;
}

LinearPrediction LinearRegression::predict(double sigma, const ConstMatrixRef& features) const {
  return predict_linear(posterior(sigma).distribution(), sigma, features);
}

LinearPrediction predict_linear(const Gaussian& coefficients, double sigma,
                                const ConstMatrixRef& features) {
  validate_sigma(sigma);
  validate(coefficients, "coefficients");
  if (features.cols() != coefficients.mean.size())
    throw UsageError(fmt::format("features: expected {} columns, found {}",
                                 coefficients.mean.size(), features.cols()));
  LinearPrediction prediction;
  prediction.mean = features * coefficients.mean;
  const Matrix spread = coefficients.covariance.llt().matrixU() * features.transpose();
  prediction.model_sd = spread.colwise().norm();
  prediction.noise_sd = sigma;
  return prediction;
}

}  // namespace renyi
