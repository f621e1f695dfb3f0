// Stochastic EP's site by weighted draws: those from q, each with the weight of the tilted
// distribution over q.
#pragma once

#include "renyi/inference/drawn_sep.hpp"

namespace renyi {

class ImportanceSep : public DrawnSep {
 public:
  ImportanceSep(const GlmProblem& problem, const SepOptions& options, Index batch);

 private:
  bool prepare(std::uint32_t step, NaturalGaussian& plain) override;
  bool tilt(Index first, Index count, NaturalGaussian& tilted) override;

  Matrix log_likelihoods_;  // K x batch
  Matrix scaled_;           // the site's precision times the draws, d x K
  Vector log_site_, weights_;
};

}  // namespace renyi
