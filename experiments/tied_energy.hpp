// The energy of the paper's section 4.3 for a regression with two coefficients, by quadrature: one
// Gaussian q and mini-batches of M of the N rows, each row's likelihood to the power beta. M = 1 is
// black-box alpha, M = N the variational Rényi bound of order 1 - beta; Figure 3 goes from one to
// the other.
#pragma once

#include <cstdint>
#include <optional>

#include "renyi/bound/divergence/distribution.hpp"
#include "renyi/inference/local_fit.hpp"
#include "renyi/models/glm_problem.hpp"

namespace renyi {

class TiedEnergy {
 public:
  // Mini-batches are the rows i, i + N/M, i + 2 N/M ...: M divides N. The order of the bound is
  // 1 - beta M / N, from 0 to 1. The problem must outlive it. Throws UsageError.
  TiedEnergy(const GlmProblem& problem, double beta, std::int64_t batch);

  double order() const { return 1.0 - power_; }

  // The mean of the batches' bounds at q, a Gaussian with mean (a, b) and the triangular root
  // [exp(c) 0; e exp(d)]; parameters are a, b, c, d and, of a full-rank q, e. With the gradient.
  double at(const Vector& parameters, Vector& gradient) const;

  // The q of the largest energy, from a start. Of order 0 and all rows at once every q has the
  // same: none.
  std::optional<Gaussian> best(const Gaussian& start, GaussianShape shape) const;

 private:
  const GlmProblem& problem_;
  Index batches_;
  double power_;             // 1 - order
  Matrix noise_;             // 2 x nodes
  Vector log_node_weights_;  // of the quadrature
};

}  // namespace renyi
