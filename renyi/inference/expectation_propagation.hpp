// Expectation propagation and power EP for generalised linear models: a Gaussian factor, a site,
// for every row, so that memory grows with the data. stochastic_ep.hpp has one site for all rows.
#pragma once

#include "renyi/inference/legs.hpp"
#include "renyi/inference/local_fit.hpp"
#include "renyi/models/glm_problem.hpp"

namespace renyi {

struct EpOptions {
  GaussianShape shape = GaussianShape::full_rank;
  // The power: each row minimises the divergence of order 1 - beta of its tilted distribution from
  // q; 1 is EP, 0 the variational limit.
  double beta = 1.0;
  double damping = 1.0;       // share of each update that is taken, in (0, 1]
  std::int64_t passes = 200;  // at most
  double tolerance = 1e-8;    // of moment_change() in a pass

  // Throws UsageError.
  void validate() const;
};

// A row whose cavity or update is no distribution, even after halving the update, keeps its site,
// and counts as rejected. Throws NumericalError where doubles do not hold the posterior.
// Throws WorkStopped where legs are given.
LocalFit fit_ep(const GlmProblem& problem, const EpOptions& options, Legs* legs = nullptr);

}  // namespace renyi
