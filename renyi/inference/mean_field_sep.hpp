// Stochastic EP's site with independent coordinates: a row costs O(d).
#pragma once

#include "renyi/families/natural_gaussian.hpp"
#include "renyi/inference/sep_method.hpp"
#include "renyi/models/glm_problem.hpp"

namespace renyi {

class MeanFieldSep : public SepMethod {
 public:
  // The problem must outlive it.
  MeanFieldSep(const GlmProblem& problem, double beta);

  bool step(std::span<const Index> rows, double step) override;
  std::int64_t steps(std::span<const Index> rows, Index batch, double step_a_row) override;
  void start_average() override;
  void take_average() override;

  Vector mean() const override;
  Matrix covariance() const override;
  double log_evidence(Communicator* others) const override;
  std::int64_t site_numbers() const override { return 2 * problem_.dimension(); }
  void write_factors(std::span<double> out) const override;
  void set_others(std::span<const double> factors) override;
  void archive(StateArchive& archive) override;
  const NaturalDiagonal& site() const { return site_; }

 private:
  // Rows one after another, on vectors: how many were done before the first where that does not
  // serve.
  Index fast_steps(std::span<const Index> rows, double step);
  // One row, on vectors; false where that does not serve.
  bool fast_step(Index row, double step);
  bool is_fast() const { return beta_ == 1.0 && problem_.likelihood.family == GlmFamily::logistic; }
  NaturalDiagonal power_of_site(double power) const;

  const GlmProblem& problem_;
  double beta_, rows_;
  NaturalDiagonal outside_;  // the prior and the factors of other processes' rows
  NaturalDiagonal site_, cavity_, target_, row_, average_;
  double averaged_rows_ = -1.0;  // negative: not averaging
};

}  // namespace renyi
