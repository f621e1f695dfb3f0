// The importance weights of an auto-encoder's draws while it is trained on Frey Face: how much the
// largest one dominates. What is shown of them is figure_6.hpp's.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "experiments/fit_vae_job.hpp"
#include "renyi/core/matrix.hpp"

namespace renyi {

// Of normalised weights of order 0, over images: R = w_max / (1 - w_max).
struct WeightSummary {
  double mean_log_ratio = 0.0;  // few images decide it, whose R is large
  double median_log_ratio = 0.0;
  Vector largest = {};  // means of the weights in descending order

  // log of R with the mean of w_max.
  double log_ratio_of_mean() const;
};

// log_weights: K draws (at least 2) x images.
WeightSummary summarise_weights(const Matrix& log_weights);

struct WeightsAtStep {
  std::int64_t step = 0;  // from 1
  WeightSummary weights = {};
};

struct WeightsRun {
  VaeOptions fit = {};
  std::int64_t steps = 1000;
  std::int64_t every = 10;    // steps between two records; the first one is at step 1
  std::int64_t images = 100;  // drawn at random at each record
};

// Trains anew for so many steps. Draws for the record are made apart from those of training.
// Nothing when asked to stop.
std::optional<std::vector<WeightsAtStep>> weights_in_training(const WeightsRun& run,
                                                              const MatrixF& images,
                                                              ThreadPool& pool,
                                                              const VaeJobHooks& hooks = {});

}  // namespace renyi
