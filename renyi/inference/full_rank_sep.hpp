// Stochastic EP's site with a full precision matrix: updates have the rank of the batch.
#pragma once

#include "renyi/families/natural_gaussian.hpp"
#include "renyi/inference/sep_method.hpp"
#include "renyi/models/glm_problem.hpp"
#include "renyi/models/tilted_moments.hpp"

namespace renyi {

class FullRankSep : public SepMethod {
 public:
  // The problem must outlive it; `batch` is the most rows of a step.
  FullRankSep(const GlmProblem& problem, double beta, Index batch);

  bool step(std::span<const Index> rows, double step) override;
  void expect(std::span<const Index> rows) override { coming_ = rows; }
  void start_average() override;
  void take_average() override;

  Vector mean() const override;
  Matrix covariance() const override;
  double log_evidence(Communicator* others) const override;
  std::int64_t site_numbers() const override { return site_.precision.size() + site_.shift.size(); }
  void write_factors(std::span<double> out) const override;
  void set_others(std::span<const double> factors) override;
  void archive(StateArchive& archive) override;
  const NaturalGaussian& site() const { return site_; }

 private:
  // What the rows ask for, given the cavity: one by one, or on vectors, which is false where that
  // does not serve.
  void set_target(std::span<const Index> rows);
  bool set_target_fast(std::span<const Index> rows);
  // outside x site^power.
  void power_of_site(double power, NaturalGaussian& out) const;

  const GlmProblem& problem_;
  double beta_, rows_;
  NaturalGaussian outside_;  // the prior and the factors of other processes' rows
  NaturalGaussian site_, target_, cavity_, average_;
  double averaged_rows_ = -1.0;  // negative: not averaging
  FactorisedGaussian factor_;
  Matrix features_, whitened_;  // d x batch
  Vector predictors_, shifts_;
  Matrix panel_;  // rows of a batch, up to a multiple of 8, x d
  Vector variances_, precisions_;
  std::span<const Index> coming_;  // valid in the step before theirs alone
};

}  // namespace renyi
