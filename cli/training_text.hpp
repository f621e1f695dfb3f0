// How training went, in words and figures, whatever was trained.
#pragma once

#include <string>
#include <vector>

#include "renyi/inference/train.hpp"
#include "renyi/report/report.hpp"

namespace renyi::cli {

std::string ending_text(Ending ending);

// The bound after each epoch, and the validation score where there is one, of what was kept apart:
// "rows".
std::vector<Figure> training_figures(const std::vector<EpochSummary>& history,
                                     const std::string& kept_apart);

}  // namespace renyi::cli
