// Stochastic EP's site by moments of weighted draws from q, which need no integral of one
// dimension: of any shape, and of the paper's tilted distribution of a whole batch.
#pragma once

#include "renyi/families/natural_gaussian.hpp"
#include "renyi/inference/sep_method.hpp"
#include "renyi/inference/sep_options.hpp"
#include "renyi/models/glm_problem.hpp"

namespace renyi {

// Natural parameters of weighted draws are biased by O(1 / draws), which their product over N rows
// makes N times as large; those of the same draws without weights have nearly the same bias, and
// their true value, that of q, is known. So a tilted distribution has the parameters of q plus the
// difference of the two.
class ImportanceSep : public SepMethod {
 public:
  // The problem must outlive it. Throws UsageError for fewer draws than a covariance needs.
  ImportanceSep(const GlmProblem& problem, const SepOptions& options, Index batch);

  bool step(std::span<const Index> rows, double step) override;
  void start_average() override;
  void take_average() override;

  Vector mean() const override;
  Matrix covariance() const override;
  // By importance weights of draws from q, too.
  double log_evidence(Communicator* others) const override;
  std::int64_t site_numbers() const override;

 private:
  NaturalGaussian posterior_of(const NaturalGaussian& site) const;
  FactorisedGaussian factorised() const;
  // Natural parameters of the draws with these weights, which sum to 1; false where they have none.
  bool natural_of_draws(const Vector& weights, NaturalGaussian& natural);
  // Adds the site that log-likelihoods of the draws ask for.
  bool add_site(const Eigen::Ref<const Vector>& log_likelihoods, double share);

  const GlmProblem& problem_;
  SepOptions options_;
  double rows_;
  NaturalGaussian site_, target_, average_, candidate_, weighted_, plain_;
  double averaged_rows_ = -1.0;  // negative: not averaging
  FactorisedGaussian factor_;
  Matrix draws_, centred_, features_, log_likelihoods_;  // d x K, d x K, d x batch, K x batch
  Vector log_site_, weights_;
  std::uint32_t steps_ = 0;
};

}  // namespace renyi
