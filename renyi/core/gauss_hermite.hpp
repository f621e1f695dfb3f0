// Gauss-Hermite quadrature for expectations under a standard normal. Where the rule is put, and
// whether it is enough, is left to callers.
#pragma once

#include <vector>

namespace renyi {

// E[g(Z)] = sum_k weights[k] g(nodes[k]) for a standard normal Z, exact for polynomials of degree
// 2 n - 1. Nodes ascend and are symmetric; weights sum to 1.
struct GaussHermite {
  std::vector<double> nodes;
  std::vector<double> weights;
};

// Throws UsageError unless 1 <= nodes <= 64.
GaussHermite gauss_hermite(int nodes);

}  // namespace renyi
