// What predictions look like: one table, of numbers or of classes as the model has them. Where the
// model and the rows come from is left to others.
#pragma once

#include <span>

#include "renyi/models/predictive_model.hpp"
#include "renyi/report/report.hpp"

namespace renyi::cli {

// Numbers: mean, both parts of the sd, the quantiles and, where the model has them, the ends of the
// conformal interval. Classes: the most probable one and the probability of each. `rows` are the
// features' rows in their table, from 0.
Table predictions_table(const PredictiveModel& model, const ConstMatrixRef& features,
                        std::span<const Index> rows, std::span<const double> quantiles);

// One more column: log p(target | features) of each row, for classes log of the probability that
// its own class had. Targets as encode_target() gives them.
void add_log_density(Table& table, const PredictiveModel& model, const ConstMatrixRef& features,
                     const ConstVectorRef& targets);

}  // namespace renyi::cli
