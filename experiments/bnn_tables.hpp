// The paper's tables and Figure 4 of Bayesian neural networks, made of the scores of single fits:
// means and standard errors over splits beside the published ones, and average ranks. Where scores
// come from is bnn_experiment.hpp's.
#pragma once

#include <string>
#include <vector>

#include "experiments/published_bnn.hpp"
#include "renyi/report/report.hpp"

namespace renyi {

// The scores of one data set and order, one entry a split.
struct BnnScores {
  std::string data_set = {};
  Alpha alpha = Alpha::vi();
  std::vector<double> negative_log_likelihood = {};
  std::vector<double> rmse = {};

  const std::vector<double>& values(BnnMetric metric) const {
    return metric == BnnMetric::rmse ? rmse : negative_log_likelihood;
  }
};

// 1 for the smallest; equal values share the mean of their ranks.
std::vector<double> ranks(const std::vector<double>& values);

// One row a data set and order, in the order of `scores`.
Table bnn_scores_table(BnnMetric metric, const std::vector<BnnScores>& scores);

// One row an order: its rank among the orders, averaged over the data sets that have all of them.
Table bnn_ranks_table(BnnMetric metric, const std::vector<BnnScores>& scores);

// One figure a data set: the metric against alpha.
std::vector<Figure> bnn_figures(BnnMetric metric, const std::vector<BnnScores>& scores);

}  // namespace renyi
