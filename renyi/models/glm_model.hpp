// A fitted logistic, probit or Poisson regression of a table: Gaussian coefficients of the
// standardised columns, an intercept first. Fitting is inference's.
#pragma once

#include <string>

#include "renyi/bound/divergence/distribution.hpp"
#include "renyi/core/tensor.hpp"
#include "renyi/models/glm_likelihood.hpp"
#include "renyi/models/predictive_model.hpp"

namespace renyi {

class GlmModel : public PredictiveModel {
 public:
  // The number of coefficients is encoding.width() + 1. Targets are two classes, the second of them
  // the one whose probability grows with the predictor, or counts. Throws UsageError where the
  // parts do not fit each other.
  GlmModel(TableEncoding encoding, GlmFamily family, Gaussian coefficients);

  std::string_view kind() const override { return to_string(family_); }
  const TableEncoding& encoding() const override { return encoding_; }
  GlmFamily family() const { return family_; }
  const Gaussian& coefficients() const { return coefficients_; }

  // Of counts; quantiles are counts too.
  Predictions predict(const ConstMatrixRef& features,
                      std::span<const double> levels) const override;
  // Of counts; the probability is that of less plus half of that of as many. Throws UsageError
  // that names the row of a target that is no count.
  RowScores score(const ConstMatrixRef& features, const ConstVectorRef& targets) const override;
  ClassPredictions predict_classes(const ConstMatrixRef& features) const override;

  // Tensors "coefficients.mean" and "coefficients.covariance" beside the encoding.
  TensorFile save() const;
  // DataError names `path`.
  static GlmModel load(const TensorFile& file, const std::string& path);

 private:
  struct Predictors {
    Vector mean, variance;
  };
  Predictors predictors(const ConstMatrixRef& features) const;

  TableEncoding encoding_;
  GlmFamily family_;
  Gaussian coefficients_;
};

}  // namespace renyi
