// Intervals mean +- factor sd whose factor is learned from rows held out (split conformal): they
// cover a new row with at least the probability that they say, however wrong the model is, as long
// as the new row and those held out are exchangeable. The model is left to others.
#pragma once

#include <optional>
#include <string>

#include "renyi/core/tensor.hpp"
#include "renyi/models/scores.hpp"

namespace renyi {

struct Conformal {
  double level = 0.0;
  double factor = 0.0;
  Index rows = 0;  // that were held out
};

// The fewest rows that can be calibrated to the level: n with ceil((n + 1) level) <= n. Throws
// UsageError for levels outside (0, 1).
Index conformal_rows(double level);

// The factor is the ceil((n + 1) level)-th smallest of |target - mean| / sd. Throws UsageError for
// other shapes, for an sd that is not positive and for fewer rows than conformal_rows(level).
Conformal calibrate(const ConstVectorRef& mean, const ConstVectorRef& sd,
                    const ConstVectorRef& targets, double level);

// The share of targets within the intervals, at least one; the error is what chance gives where
// both the rows held out and these were drawn alike.
Coverage coverage_of(const Conformal& conformal, const ConstVectorRef& mean,
                     const ConstVectorRef& sd, const ConstVectorRef& targets);

// Tensor "conformal": level, factor, rows. Nothing is saved for nothing, and nothing is found where
// there is none; DataError names `path` where it holds something else.
void save_conformal(const std::optional<Conformal>& conformal, TensorFile& file);
std::optional<Conformal> load_conformal(const TensorFile& file, const std::string& path);

}  // namespace renyi
