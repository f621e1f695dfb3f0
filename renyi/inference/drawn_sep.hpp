// Stochastic EP's site by moments of draws, which need no integral of one dimension: of any shape,
// and of the paper's tilted distribution of a whole batch. How a tilted distribution is drawn is
// left to importance_sep.hpp and chain_sep.hpp.
#pragma once

#include <vector>

#include "renyi/inference/draw_moments.hpp"
#include "renyi/inference/sep_method.hpp"
#include "renyi/inference/sep_options.hpp"
#include "renyi/models/glm_problem.hpp"

namespace renyi {

// Natural parameters of draws are biased by O(1 / draws), which their product over N rows makes N
// times as large; those of draws from q by the same random numbers have nearly the same bias, and
// their true value is known. So a tilted distribution has the parameters of q plus the difference
// of the two.
class DrawnSep : public SepMethod {
 public:
  // The problem must outlive it. Throws UsageError for fewer draws than a covariance needs.
  DrawnSep(const GlmProblem& problem, const SepOptions& options, Index batch);

  // Allocates nothing.
  bool step(std::span<const Index> rows, double step) override;
  void start_average() override;
  void take_average() override;

  Vector mean() const override;
  Matrix covariance() const override;
  // By importance weights of draws from q.
  double log_evidence(Communicator* others) const override;
  std::int64_t site_numbers() const override;
  void write_factors(std::span<double> out) const override;
  void set_others(std::span<const double> factors) override;
  void archive(StateArchive& archive) override;
  void set_process(int rank, int processes) override;

 protected:
  // Given q, draws from it and the rows of the batch: the natural parameters of draws from q.
  virtual bool prepare(std::uint32_t step, NaturalGaussian& plain) = 0;
  // Those of draws from q (f / site)^beta, where log f is the mean of log p(y | x' theta) over the
  // rows `first` to `first + count` of the batch. Both are false where there are none.
  virtual bool tilt(Index first, Index count, NaturalGaussian& tilted) = 0;

  const SepOptions& options() const { return options_; }
  const NaturalGaussian& site() const { return site_; }
  const FactorisedGaussian& q() const { return q_; }
  const Matrix& draws() const { return draws_; }  // from q: d x K
  Index batch() const { return std::ssize(likelihoods_); }
  auto features() const { return features_.leftCols(batch()); }  // d x rows of the batch
  const RowLikelihood& likelihood(Index row) const {
    return likelihoods_[static_cast<std::size_t>(row)];
  }
  const Vector& equal_weights() const { return equal_weights_; }
  DrawMoments& moments() { return moments_; }

 private:
  void set_posterior(const NaturalGaussian& site, NaturalGaussian& out) const;
  FactorisedGaussian factorised() const;
  bool set_target();

  const GlmProblem& problem_;
  SepOptions options_;
  double rows_;
  NaturalGaussian outside_;  // the prior and the factors of other processes' rows
  NaturalGaussian site_, target_, average_, candidate_, posterior_, tilted_, plain_;
  double averaged_rows_ = -1.0;  // negative: not averaging
  FactorisedGaussian q_;
  Matrix draws_, features_;
  std::vector<RowLikelihood> likelihoods_;
  Vector equal_weights_;
  DrawMoments moments_;
  std::uint32_t steps_ = 0;  // and which random numbers the next one has
};

}  // namespace renyi
