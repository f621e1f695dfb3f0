// Laplace's method for generalised linear models: the Gaussian at the mode of the posterior with
// its curvature there.
#pragma once

#include "renyi/inference/legs.hpp"
#include "renyi/inference/local_fit.hpp"
#include "renyi/models/glm_problem.hpp"

namespace renyi {

// With independent coordinates the precisions are those of each coordinate with the others held.
// Newton's method, whose steps are halved until they lead upwards; passes counts its steps. Throws
// NumericalError where doubles do not hold the curvature.
// Throws WorkStopped where legs are given.
LocalFit fit_laplace(const GlmProblem& problem, GaussianShape shape = GaussianShape::full_rank,
                     Legs* legs = nullptr);

}  // namespace renyi
