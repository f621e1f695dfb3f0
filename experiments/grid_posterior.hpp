// The exact posterior of a regression with two coefficients, on a fine grid: the truth that
// approximations are held against.
#pragma once

#include "renyi/bound/divergence/distribution.hpp"
#include "renyi/models/glm_problem.hpp"

namespace renyi {

class GridPosterior {
 public:
  // Around the Gaussian of Laplace's method. Throws UsageError unless there are two coefficients.
  explicit GridPosterior(const GlmProblem& problem);

  const Gaussian& moments() const { return moments_; }
  double log_evidence() const { return log_evidence_; }

  // KL[p || q] and KL[q || p].
  double divergence_to(const Gaussian& q) const;
  double divergence_from(const Gaussian& q) const;

 private:
  double log_joint(const Eigen::Vector2d& point) const;

  const GlmProblem& problem_;
  Matrix points_;       // 2 x nodes
  Vector log_density_;  // normalised, at the nodes
  Vector mass_;         // of each node's cell
  Gaussian moments_;
  double log_evidence_ = 0.0;
};

}  // namespace renyi
