#include "renyi/models/glm_model.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <utility>

#include "renyi/core/error.hpp"
#include "renyi/data/encoding_file.hpp"
#include "renyi/models/linear_model.hpp"
#include "renyi/models/poisson_mixture.hpp"
#include "renyi/models/tilted_moments.hpp"

namespace renyi {
namespace {

// log E[p(y | f)].
double log_expected_probability(const GlmLikelihood& likelihood, double target, double mean,
                                double variance) {
  const RowLikelihood row(likelihood, target);
  return variance > 0.0 ? tilted_moments(row, 1.0, mean, variance).log_normaliser
                        : row.at(mean).value;
}

}  // namespace

GlmModel::GlmModel(TableEncoding encoding, GlmFamily family, Gaussian coefficients)
    : encoding_(std::move(encoding)), family_(family), coefficients_(std::move(coefficients)) {
  if (family_ == GlmFamily::gaussian)
    throw UsageError("model: expected logistic, probit or poisson, found gaussian");
  if (has_two_classes(family_) ? encoding_.classes().size() != 2 : encoding_.has_classes())
    throw UsageError(fmt::format("target: expected {}, found {} classes",
                                 has_two_classes(family_) ? "two classes" : "counts",
                                 encoding_.classes().size()));
  if (coefficients_.mean.size() != encoding_.width() + 1)
    throw UsageError(fmt::format("coefficients: expected {}, found {}", encoding_.width() + 1,
                                 coefficients_.mean.size()));
  if (const auto problem = find_problem(coefficients_))
    throw UsageError(
        fmt::format("coefficients: expected {}, found {}", problem->expected, problem->found));
}

GlmModel::Predictors GlmModel::predictors(const ConstMatrixRef& features) const {
  const Matrix design = with_intercept(features);
  Predictors predictors;
  predictors.mean = design * coefficients_.mean;
  const Matrix spread = coefficients_.covariance.llt().matrixU() * design.transpose();
  predictors.variance = spread.colwise().squaredNorm();
  if (!predictors.mean.allFinite() || !predictors.variance.allFinite())
    throw NumericalError("predictions: a feature is too far from those learned from for doubles");
  return predictors;
}

Predictions GlmModel::predict(const ConstMatrixRef& features,
                              std::span<const double> levels) const {
  if (has_two_classes(family_)) return PredictiveModel::predict(features, levels);
  const auto [mean, variance] = predictors(features);
  const Index rows = features.rows();
  Predictions predictions{Vector(rows), Vector(rows), Vector(rows),
                          Matrix(rows, static_cast<Index>(levels.size()))};
  for (Index i = 0; i < rows; ++i) {
    const PoissonMixture count(mean(i), variance(i));
    predictions.mean(i) = count.mean();
    predictions.noise_sd(i) = count.noise_sd();
    predictions.model_sd(i) = count.model_sd();
    for (std::size_t l = 0; l < levels.size(); ++l)
      predictions.quantiles(i, static_cast<Index>(l)) = count.quantile(levels[l]);
  }
  return predictions;
}

RowScores GlmModel::score(const ConstMatrixRef& features, const ConstVectorRef& targets) const {
  if (has_two_classes(family_)) return PredictiveModel::score(features, targets);
  const auto [mean, variance] = predictors(features);
  const Index rows = features.rows();
  if (targets.size() != rows)
    throw UsageError(fmt::format("targets: expected {}, found {}", rows, targets.size()));
  const GlmLikelihood likelihood{family_};
  RowScores scores{Vector(rows), Vector(rows), Vector(rows), Vector(rows)};
  for (Index i = 0; i < rows; ++i) {
    if (!likelihood.allows(targets(i)))
      throw UsageError(fmt::format("target of row {}: expected {}, found {}", i + 1,
                                   likelihood.expected(), targets(i)));
    const PoissonMixture count(mean(i), variance(i));
    scores.log_density(i) = log_expected_probability(likelihood, targets(i), mean(i), variance(i));
    scores.error(i) = count.mean() - targets(i);
    scores.probability(i) =
        std::min(1.0, count.cumulative(targets(i) - 1.0) + 0.5 * std::exp(scores.log_density(i)));
    scores.crps(i) = count.crps(targets(i));
  }
  return scores;
}

ClassPredictions GlmModel::predict_classes(const ConstMatrixRef& features) const {
  if (!has_two_classes(family_)) return PredictiveModel::predict_classes(features);
  const auto [mean, variance] = predictors(features);
  ClassPredictions predictions{Matrix(features.rows(), 2)};
  for (Index i = 0; i < features.rows(); ++i) {
    // The less probable class to full precision, the other as its complement.
    const bool second = mean(i) < 0.0;
    const double rare = family_ == GlmFamily::probit
                            ? std::exp(log_normal_probability((second ? mean(i) : -mean(i)) /
                                                              std::sqrt(1.0 + variance(i)))
                                           .value)
                            : std::exp(log_expected_probability({family_}, second ? 1.0 : 0.0,
                                                                mean(i), variance(i)));
    predictions.probabilities(i, second ? 1 : 0) = rare;
    predictions.probabilities(i, second ? 0 : 1) = 1.0 - rare;
  }
  return predictions;
}

TensorFile GlmModel::save() const {
  TensorFile file;
  save_encoding(encoding_, file);
  file.metadata["kind"] = std::string(kind());
  file.tensors["coefficients.mean"] = vector_tensor(coefficients_.mean);
  file.tensors["coefficients.covariance"] = matrix_tensor(coefficients_.covariance);
  return file;
}

GlmModel GlmModel::load(const TensorFile& file, const std::string& path) {
  try {
    return {load_encoding(file, path), parse_enum<GlmFamily>(read_metadata(file, "kind", path)),
            Gaussian{read_vector(file, "coefficients.mean", path),
                     read_matrix_tensor(file, "coefficients.covariance", path)}};
  } catch (const UsageError& problem) {
    throw DataError({.file = path}, "a generalised linear model", problem.what());
  }
}

}  // namespace renyi
