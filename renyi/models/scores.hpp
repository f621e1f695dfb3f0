// How good predictions were, row by row and in all: log density, error, calibration, CRPS. Which
// model predicted does not matter.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "renyi/core/matrix.hpp"

namespace renyi {

// One entry a row.
struct RowScores {
  Vector log_density;  // log p(y | x)
  Vector error;        // predicted mean - y
  Vector probability;  // P(Y <= y | x): uniform where the predictions are calibrated
  Vector crps;         // integral of (P(Y <= t | x) - [y <= t])^2 over t, in the units of y
};

// Of Gaussian predictions, the sd positive. Throws UsageError for other shapes.
RowScores gaussian_scores(const ConstVectorRef& mean, const ConstVectorRef& sd,
                          const ConstVectorRef& targets);

struct Score {
  double value = 0.0;
  std::optional<double> std_error = {};  // nothing for a single row, nor where infinite
};

// The mean of at least one value (UsageError).
Score mean_score(const ConstVectorRef& values);

struct Coverage {
  double level = 0.0;  // of the central interval
  Score covered = {};  // the share of rows within it; the error is what chance gives at `level`
};

struct Scores {
  Score log_likelihood;  // mean over rows
  Score rmse;            // its error by the delta method
  Score crps;            // mean over rows
  std::vector<Coverage> coverage;
};

// Throws UsageError for no rows and for levels outside (0, 1).
Scores summarise(const RowScores& rows, std::span<const double> levels);

// The share of rows within the central interval of each level: a calibrated model's own level.
std::vector<Coverage> coverage_of(const RowScores& rows, std::span<const double> levels);

// z with P(Z <= z) = p for a standard normal Z and 0 < p < 1 (UsageError).
double normal_quantile(double p);

}  // namespace renyi
