// The course of training as the store keeps it: the metrics of each epoch, whatever was trained.
#pragma once

#include <vector>

#include "renyi/data/result_store.hpp"
#include "renyi/inference/train_state.hpp"

namespace renyi {

inline constexpr const char* bound_metric = "bound";
inline constexpr const char* validation_score_metric = "validation_score";

// The bound, the effective draws, the learning rate, and the validation score where there is one.
EpochMetrics epoch_metrics(const std::vector<EpochSummary>& history);

}  // namespace renyi
