// Random positive definite matrices with a given condition number, for the tests of models.
#pragma once

#include <cstdint>

#include "tests/support/normal_matrix.hpp"

namespace renyi::testing {

// Eigenvalues from condition^-1/2 to condition^1/2, evenly spaced in the logarithm, in random
// directions.
Matrix random_precision(Index d, double condition, std::uint64_t seed);

}  // namespace renyi::testing
