// What the scores of a model look like: one table and two figures, for every kind of model that
// predicts numbers.
#pragma once

#include <string>

#include "renyi/models/predictive_model.hpp"
#include "renyi/models/scores.hpp"
#include "renyi/report/report.hpp"

namespace renyi::cli {

Table scores_table(const Scores& scores, Index rows);

// Predictions against what was observed; the quantiles' ends are the error bars.
Figure observed_figure(const Predictions& predictions, const Vector& targets,
                       const std::string& target);

// The share of rows within each central interval against its level.
Figure calibration_figure(const RowScores& rows);

}  // namespace renyi::cli
