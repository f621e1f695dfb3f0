// Where N(f; mean, variance) p(y | f)^beta is largest, and how wide it is there. The integral is
// tilted_moments.hpp's.
#pragma once

#include "renyi/models/glm_likelihood.hpp"

namespace renyi {

struct TiltedMode {
  double at;
  double sd;  // of the Gaussian with the same curvature there: Laplace's
};

// To within `tolerance` of that sd, by Newton's steps within a bracket: the logarithm is concave.
TiltedMode tilted_mode(const RowLikelihood& row, double beta, double mean, double variance,
                       double tolerance = 0.01);

}  // namespace renyi
