// One fit of the paper's tables of Bayesian neural networks, and how good it is on the test rows.
#pragma once

#include <functional>
#include <optional>

#include "experiments/bnn_jobs.hpp"

namespace renyi {

inline constexpr const char* negative_log_likelihood_metric = "negative_log_likelihood";
inline constexpr const char* rmse_metric = "rmse";

// The mean of -log p(y | x) and the root of the mean squared error, in the units of the table, from
// as many draws as in training; beside them the bound, mean of the last epoch, the noise's sd in
// the units of the table, and the course of training. Nothing when `stop` asked to end the fit.
// Throws as fit_bnn() does.
std::optional<JobResult> fit_bnn_job(const BnnJob& job, const std::function<bool()>& stop);

}  // namespace renyi
