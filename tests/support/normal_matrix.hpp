// Standard normal numbers for tests.
#pragma once

#include "renyi/core/random.hpp"

namespace renyi::testing {

// They depend on (seed, which) alone.
inline Matrix normal_matrix(Index rows, Index columns, std::uint64_t seed,
                            std::uint32_t which = 0) {
  Matrix matrix(rows, columns);
  fill_normal({.seed = seed, .purpose = Purpose::test, .step = which}, {}, matrix);
  return matrix;
}

}  // namespace renyi::testing
