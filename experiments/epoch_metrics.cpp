#include "experiments/epoch_metrics.hpp"

namespace renyi {

EpochMetrics epoch_metrics(const std::vector<EpochSummary>& history) {
  EpochMetrics epochs;
  for (const EpochSummary& summary : history) {
    Metrics& metrics = epochs[summary.epoch];
    metrics = {{bound_metric, summary.bound},
               {"effective_draws", summary.effective_draws},
               {"learning_rate", summary.learning_rate}};
    if (summary.validation_score) metrics[validation_score_metric] = *summary.validation_score;
  }
  return epochs;
}

}  // namespace renyi
