// What a fit of a sweep leaves in the store: its last bound, its validation score, its scores on
// what it was tested on, and the course of training.
#pragma once

#include <array>
#include <vector>

#include "renyi/data/result_store.hpp"
#include "renyi/inference/train.hpp"
#include "renyi/models/predictive_model.hpp"

namespace renyi::cli {

template <class T>
JobResult training_result(const BasicFit<T>& training);

// On rows whose targets are known, as `renyi evaluate` has them: log_likelihood; of numbers rmse,
// crps and coverage_90, of classes accuracy, error_rate, brier_score and calibration_error.
Metrics table_metrics(const PredictiveModel& model, const ConstMatrixRef& features,
                      const Vector& targets);

// The metric that settings are compared by: the first of these that a fit has.
inline constexpr std::array<const char*, 3> main_metrics = {"log_likelihood", "validation_score",
                                                            "bound"};

}  // namespace renyi::cli
