// The paper's Table 2 of auto-encoders, made of the scores of single fits: means and standard
// errors beside the published ones, and how training went. Where scores come from is
// vae_experiment.hpp's.
#pragma once

#include <string>
#include <vector>

#include "experiments/published_vae.hpp"
#include "renyi/report/report.hpp"

namespace renyi {

// The scores of one setting and order, one entry a fit: of a seed, and of Frey Face also a fold.
struct VaeFitScores {
  VaeSetting setting = {};
  Alpha alpha = Alpha::vi();
  std::vector<double> log_likelihood = {};
  std::vector<double> effective_draws = {};
  std::vector<double> bounds = {};  // of the first fit, by epoch
};

// "VAE", "IWAE", "VR-max", "VR".
std::string method_name(Alpha alpha);

// One row an entry of `scores`.
Table vae_scores_table(const std::vector<VaeFitScores>& scores);

// The bound of the first fit of each entry by epoch.
Figure vae_training_figure(const std::vector<VaeFitScores>& scores);

}  // namespace renyi
