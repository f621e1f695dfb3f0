// The course of training of stored runs as figures: the mean over repetitions by epoch.
#pragma once

#include <string>
#include <vector>

#include "experiments/run_metric.hpp"
#include "experiments/run_scores.hpp"
#include "renyi/report/report.hpp"

namespace renyi {

// One figure a data set whose runs have this quantity by epoch; one line a position and setting,
// and where these are too many the best setting of each position, or the best of these. A line has
// the epochs that all its runs have, thinned out where they are many.
std::vector<Figure> run_curves(const RunList& store, const RunScores& scores, Better better,
                               const std::string& quantity);

}  // namespace renyi
