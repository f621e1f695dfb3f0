// What the scores of a model look like: one table and two figures for every kind of model that
// predicts numbers. Those of classes are class_evaluation.hpp's.
#pragma once

#include <string>

#include "renyi/models/predictive_model.hpp"
#include "renyi/models/scores.hpp"
#include "renyi/report/report.hpp"

namespace renyi::cli {

// All tables and figures of a model's scores on these rows, whatever it predicts. Targets as
// encode_target() gives them.
void add_evaluation(const PredictiveModel& model, const ConstMatrixRef& features,
                    const Vector& targets, Report& report);

Table scores_table(const Scores& scores, Index rows);

// Predictions against what was observed; the quantiles' ends are the error bars.
Figure observed_figure(const Predictions& predictions, const Vector& targets,
                       const std::string& target);

// The share of rows within each central interval against its level.
Figure calibration_figure(const RowScores& rows);

}  // namespace renyi::cli
