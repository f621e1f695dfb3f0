// A regression by draws of its coefficients and the variational Rényi bound: the global way, beside
// the local ones of expectation_propagation.hpp and stochastic_ep.hpp.
#pragma once

#include "renyi/bound/alpha.hpp"
#include "renyi/core/communicator.hpp"
#include "renyi/core/parallel.hpp"
#include "renyi/inference/grouping.hpp"
#include "renyi/inference/local_fit.hpp"
#include "renyi/inference/settle.hpp"
#include "renyi/models/glm_problem.hpp"

namespace renyi {

struct FitByDrawsOptions {
  GaussianShape shape = GaussianShape::full_rank;
  Alpha alpha = Alpha::vi();
  Grouping grouping = Grouping::batch;  // row: black-box alpha
  std::int64_t batch = 0;               // rows of a step; 0: all
  std::int64_t draws = 20;
  std::uint64_t seed = 1;
};

// `here` has SharedRows::rows_here of so many rows, all where there are no other processes; all get
// the same bits, whatever the number of processes and threads. log_evidence is the estimate by the
// result's weighted draws, or where their tail forbids that the bound of order 0; site_numbers the
// family's parameters. Throws UsageError for options without meaning, NumericalError and
// WorkStopped as fit_density does.
LocalFit fit_by_draws(const GlmProblem& here, Index rows, const FitByDrawsOptions& options,
                      ThreadPool* pool = nullptr, const Processes& processes = {},
                      const SettleHooks& hooks = {});
LocalFit fit_by_draws(const GlmProblem& problem, const FitByDrawsOptions& options,
                      ThreadPool* pool = nullptr);

}  // namespace renyi
