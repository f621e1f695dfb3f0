// What the scores of predicted classes look like: three tables and a figure. Numbers are
// evaluation.hpp's.
#pragma once

#include <string>
#include <vector>

#include "renyi/models/class_scores.hpp"
#include "renyi/report/report.hpp"

namespace renyi::cli {

Table class_scores_table(const ClassScores& scores);

// A row for each class observed, a column for each predicted.
Table confusion_table(const ClassScores& scores, const std::vector<std::string>& classes);

// How often the most probable class was right, by how sure the model was; only bins with rows.
Table reliability_table(const ClassScores& scores);
Figure reliability_figure(const ClassScores& scores);

}  // namespace renyi::cli
