// How good predicted probabilities of classes were, in all and by how sure they were. Which model
// predicted does not matter; numbers are scores.hpp's.
#pragma once

#include <vector>

#include "renyi/models/scores.hpp"

namespace renyi {

// Rows whose most probable class has a probability in (low, high].
struct ReliabilityBin {
  double low = 0.0, high = 0.0;
  Index rows = 0;
  double confidence = 0.0;  // the mean of that probability; 0 for no rows
  Score accuracy = {};  // the share that was right; the error is what chance gives at `confidence`
};

inline constexpr Index reliability_bins = 15;

using Counts = Eigen::Matrix<Index, Eigen::Dynamic, Eigen::Dynamic>;

struct ClassScores {
  Score log_likelihood = {};  // mean log p(y): -inf where something happened that had probability 0
  Score accuracy = {};        // the share of rows whose most probable class was right
  Score brier = {};           // mean of sum_c (p(c) - [y = c])^2, between 0 and 2
  // sum_b (rows in b / rows) |accuracy in b - confidence in b| over 15 bins of equal width; its
  // error by the delta method. Chance keeps it above 0: by how much, in the mean, where the rows
  // of each bin are right with the probability of its confidence, is the other.
  Score calibration_error = {};
  double calibration_error_by_chance = 0.0;
  std::vector<ReliabilityBin> reliability = {};
  Counts confusion = {};  // observed x predicted
};

// The most probable class of each row, the first of equals.
std::vector<Index> most_probable(const ConstMatrixRef& probabilities);

// probabilities: rows x classes, each row a distribution; targets: the numbers of classes. Throws
// UsageError for other shapes, no rows, and what is no distribution or no class.
ClassScores score_classes(const ConstMatrixRef& probabilities, const ConstVectorRef& targets);

}  // namespace renyi
