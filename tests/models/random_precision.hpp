// Random positive definite matrices with a given condition number, for the tests of models.
#pragma once

#include <cstdint>

#include "renyi/core/matrix.hpp"

namespace renyi::testing {

// Standard normal numbers that depend on (seed, which) alone.
Matrix normal_matrix(Index rows, Index columns, std::uint64_t seed, std::uint32_t which = 0);

// Eigenvalues from condition^-1/2 to condition^1/2, evenly spaced in the logarithm, in random
// directions.
Matrix random_precision(Index d, double condition, std::uint64_t seed);

}  // namespace renyi::testing
