// The Gaussians that the methods of the paper's section 4.3 give for one regression, from a factor
// a row to the bound of all rows: what Figure 3 draws.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "renyi/bound/divergence/distribution.hpp"
#include "renyi/inference/local_fit.hpp"
#include "renyi/models/glm_problem.hpp"

namespace renyi {

// The first rows of an endless table of the seed's: two correlated features, prior N(0, I).
GlmProblem correlated_regression(GlmFamily family, std::int64_t rows, std::uint64_t seed);

struct LocalToGlobal {
  const char* method = "";
  bool is_fixed_point = false;  // moments are matched; else an energy is maximised
  double beta = 0.0;            // power of a row's likelihood
  std::int64_t batch = 0;       // 0: a factor for every row
  double alpha = 1.0;
  std::optional<Gaussian> q = {};  // none: the energy is the same for all
};

// For each beta: power EP, stochastic EP, and the best q of the energy of 1, N/4, N/2 and all N
// rows at a time (tied_energy.hpp). N is a multiple of 4.
std::vector<LocalToGlobal> local_to_global(const GlmProblem& problem, GaussianShape shape,
                                           std::span<const double> betas, std::uint64_t seed);

}  // namespace renyi
