// A fitted Bayesian neural network of a table: a Gaussian with independent coordinates over the
// network's weights, and the noise. Predictions are mixtures over draws of the weights. Fitting is
// inference's.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "renyi/core/tensor.hpp"
#include "renyi/models/likelihood.hpp"
#include "renyi/models/mixture_scores.hpp"
#include "renyi/models/predictive_model.hpp"
#include "renyi/nn/network_layout.hpp"

namespace renyi {

// Everything in standardised units.
struct BnnPosterior {
  NetworkShape network = {};
  Likelihood likelihood = Likelihood::gaussian;
  Vector mean = {}, sd = {};  // of the weights, as NetworkLayout has them
  double log_variance = 0.0;  // of the noise, where the likelihood has one level for all rows
};

// Which weights are drawn is a function of the seed: the same model predicts the same.
struct PredictiveDraws {
  std::int64_t count = 100;
  std::uint64_t seed = 1;
};

class BnnModel : public PredictiveModel {
 public:
  static constexpr std::string_view name = "bnn";

  // Throws UsageError where the parts do not fit each other.
  BnnModel(TableEncoding encoding, BnnPosterior posterior, PredictiveDraws draws);

  std::string_view kind() const override { return name; }
  const TableEncoding& encoding() const override { return encoding_; }
  const BnnPosterior& posterior() const { return posterior_; }
  const PredictiveDraws& draws() const { return draws_; }

  Predictions predict(const ConstMatrixRef& features,
                      std::span<const double> levels) const override;
  RowScores score(const ConstMatrixRef& features, const ConstVectorRef& targets) const override;

  // log p(y | x) of each row alone, of numbers or classes: what score() has, in less time.
  Vector log_densities(const ConstMatrixRef& features, const ConstVectorRef& targets) const;
  ClassPredictions predict_classes(const ConstMatrixRef& features) const override;

  std::optional<Conformal> conformal() const override { return conformal_; }
  // From rows that the model has not learned from.
  void set_conformal(const Conformal& conformal) { conformal_ = conformal; }

  // Tensors "weights.mean", "weights.sd", "noise.log_variance" and "network.sizes" beside the
  // encoding, and metadata. In bnn_file.cpp.
  TensorFile save() const;
  // DataError names `path`.
  static BnnModel load(const TensorFile& file, const std::string& path);

 private:
  // Of every draw and row of features: a matrix of draws x rows for each output.
  std::vector<Matrix> outputs(const ConstMatrixRef& features) const;
  // In the units of the table.
  GaussianMixtures mixtures(const ConstMatrixRef& features) const;

  TableEncoding encoding_;
  BnnPosterior posterior_;
  NetworkLayout layout_;
  PredictiveDraws draws_;
  std::optional<Conformal> conformal_ = {};
};

}  // namespace renyi
