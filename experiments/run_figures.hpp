// Scores of stored runs as a table and figures: a metric against an option, with standard errors
// over repetitions. Which runs repeat each other is run_scores.hpp's.
#pragma once

#include <vector>

#include "experiments/run_metric.hpp"
#include "experiments/run_scores.hpp"
#include "renyi/report/report.hpp"

namespace renyi {

// As many lines as have colours of their own.
inline constexpr std::size_t most_lines = 8;

// One row a data set, setting and position: the mean over repetitions, its standard error.
Table run_scores_table(const RunScores& scores, Better better);

// One figure a data set, one line a setting; the best by their mean where there are too many.
std::vector<Figure> run_scores_figures(const RunScores& scores, Better better);

}  // namespace renyi
