// A fitted linear regression of a table: Gaussian coefficients of the standardised columns, an
// intercept first, and the noise. Fitting is linear_regression.hpp's.
#pragma once

#include <string>

#include "renyi/bound/divergence/distribution.hpp"
#include "renyi/core/tensor.hpp"
#include "renyi/models/predictive_model.hpp"

namespace renyi {

class LinearModel : public PredictiveModel {
 public:
  static constexpr std::string_view name = "linear";

  // `sigma` and the coefficients in standardised units; their number is encoding.width() + 1.
  // Throws UsageError where they do not fit each other.
  LinearModel(TableEncoding encoding, Gaussian coefficients, double sigma);

  std::string_view kind() const override { return name; }
  const TableEncoding& encoding() const override { return encoding_; }
  const Gaussian& coefficients() const { return coefficients_; }
  double sigma() const { return sigma_; }

  Predictions predict(const ConstMatrixRef& features,
                      std::span<const double> levels) const override;
  RowScores score(const ConstMatrixRef& features, const ConstVectorRef& targets) const override;

  // Tensors "coefficients.mean", "coefficients.covariance" and "sigma" beside the encoding.
  TensorFile save() const;
  // DataError names `path`.
  static LinearModel load(const TensorFile& file, const std::string& path);

 private:
  TableEncoding encoding_;
  Gaussian coefficients_;
  double sigma_;
};

// A column of ones before the features.
Matrix with_intercept(const ConstMatrixRef& features);

}  // namespace renyi
