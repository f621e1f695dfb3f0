// Predictions that are mixtures of Gaussians of equal weight, one for each draw of a model's
// parameters: their moments, quantiles and scores. Where the draws come from is left to models.
#pragma once

#include <span>

#include "renyi/models/predictive_model.hpp"

namespace renyi {

// A column a row of the table, an entry a draw.
struct GaussianMixtures {
  Matrix means = {};
  Matrix sds = {};  // positive
};

// The noise is the draws' mean variance, the model's part the variance of their means (the law of
// total variance). Levels between 0 and 1; throws UsageError for others and for unequal shapes.
Predictions mixture_predictions(const GaussianMixtures& mixtures, std::span<const double> levels);

// log p(y | x) of each row alone.
Vector mixture_log_densities(const GaussianMixtures& mixtures, const ConstVectorRef& targets);

RowScores mixture_scores(const GaussianMixtures& mixtures, const ConstVectorRef& targets);

// t with P(Y <= t) = level, for one mixture.
double mixture_quantile(const ConstVectorRef& means, const ConstVectorRef& sds, double level);

}  // namespace renyi
