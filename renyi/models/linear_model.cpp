#include "renyi/models/linear_model.hpp"

#include <fmt/format.h>

#include <utility>

#include "renyi/core/error.hpp"
#include "renyi/data/encoding_file.hpp"
#include "renyi/models/linear_regression.hpp"

namespace renyi {

LinearModel::LinearModel(TableEncoding encoding, Gaussian coefficients, double sigma)
    : encoding_(std::move(encoding)), coefficients_(std::move(coefficients)), sigma_(sigma) {
  validate_sigma(sigma);
  if (encoding_.has_classes())
    throw UsageError(
        fmt::format("target: expected numbers, found {} classes", encoding_.classes().size()));
  if (coefficients_.mean.size() != encoding_.width() + 1)
    throw UsageError(fmt::format("coefficients: expected {}, found {}", encoding_.width() + 1,
                                 coefficients_.mean.size()));
  if (const auto problem = find_problem(coefficients_))
    throw UsageError(
        fmt::format("coefficients: expected {}, found {}", problem->expected, problem->found));
}

Predictions LinearModel::predict(const ConstMatrixRef& features,
                                 std::span<const double> levels) const {
  const LinearPrediction standardised =
      predict_linear(coefficients_, sigma_, with_intercept(features));
  const double scale = encoding_.target_scale;
  Predictions predictions;
  predictions.mean = (scale * standardised.mean).array() + encoding_.target_mean;
  predictions.model_sd = scale * standardised.model_sd;
  predictions.noise_sd = Vector::Constant(features.rows(), scale * standardised.noise_sd);
  predictions.quantiles.resize(features.rows(), static_cast<Index>(levels.size()));
  const Vector sd = scale * standardised.sd();
  for (std::size_t l = 0; l < levels.size(); ++l)
    predictions.quantiles.col(static_cast<Index>(l)) =
        predictions.mean + normal_quantile(levels[l]) * sd;
  if (!predictions.mean.allFinite() || !sd.allFinite())
    throw NumericalError("predictions: a feature is too far from those learned from for doubles");
  return predictions;
}

RowScores LinearModel::score(const ConstMatrixRef& features, const ConstVectorRef& targets) const {
  const Predictions predictions = predict(features, {});
  return gaussian_scores(predictions.mean, predictions.sd(), targets);
}

TensorFile LinearModel::save() const {
  TensorFile file;
  save_encoding(encoding_, file);
  file.metadata["kind"] = std::string(name);
  file.tensors["coefficients.mean"] = vector_tensor(coefficients_.mean);
  file.tensors["coefficients.covariance"] = matrix_tensor(coefficients_.covariance);
  file.tensors["sigma"] = vector_tensor(Vector::Constant(1, sigma_));
  return file;
}

LinearModel LinearModel::load(const TensorFile& file, const std::string& path) {
  const Vector sigma = read_vector(file, "sigma", path);
  try {
    return {load_encoding(file, path),
            {read_vector(file, "coefficients.mean", path),
             read_matrix_tensor(file, "coefficients.covariance", path)},
            sigma.size() == 1 ? sigma(0) : 0.0};
  } catch (const UsageError& problem) {
    throw DataError({.file = path}, "a linear model", problem.what());
  }
}

Matrix with_intercept(const ConstMatrixRef& features) {
  Matrix design(features.rows(), features.cols() + 1);
  design.col(0).setOnes();
  design.rightCols(features.cols()) = features;
  return design;
}

}  // namespace renyi
