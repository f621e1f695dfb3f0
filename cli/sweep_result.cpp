#include "cli/sweep_result.hpp"

#include <array>

#include "experiments/epoch_metrics.hpp"
#include "renyi/models/class_scores.hpp"

namespace renyi::cli {

template <class T>
JobResult training_result(const BasicFit<T>& training) {
  JobResult result{.epochs = epoch_metrics(training.history),
                   .seconds_before = training.seconds_before};
  result.metrics[bound_metric] = training.history.back().bound;
  if (training.best_score) result.metrics[validation_score_metric] = *training.best_score;
  return result;
}

template JobResult training_result(const BasicFit<float>& training);
template JobResult training_result(const BasicFit<double>& training);

Metrics table_metrics(const PredictiveModel& model, const ConstMatrixRef& features,
                      const Vector& targets) {
  if (model.is_classifier()) {
    const auto scores = score_classes(model.predict_classes(features).probabilities, targets);
    return {{"log_likelihood", scores.log_likelihood.value},
            {"accuracy", scores.accuracy.value},
            {"error_rate", 1.0 - scores.accuracy.value},
            {"brier_score", scores.brier.value},
            {"calibration_error", scores.calibration_error.value}};
  }
  const Scores scores = summarise(model.score(features, targets), std::array{0.9});
  return {{"log_likelihood", scores.log_likelihood.value},
          {"rmse", scores.rmse.value},
          {"crps", scores.crps.value},
          {"coverage_90", scores.coverage.front().covered.value}};
}

}  // namespace renyi::cli
