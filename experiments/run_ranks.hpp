// How the values of an option rank among each other by the scores of stored runs: the mean rank of
// each alpha over data sets, settings and repetitions.
#pragma once

#include "experiments/run_metric.hpp"
#include "experiments/run_scores.hpp"
#include "renyi/report/report.hpp"

namespace renyi {

// One row a position: its rank among all positions, averaged over the repetitions of every setting
// and data set that have all of them; 1 is the best. No rows where none has, or where there is only
// one position.
Table run_ranks_table(const RunScores& scores, Better better);

// The same as bars; made of that table.
Figure run_ranks_figure(const Table& ranks);

}  // namespace renyi
