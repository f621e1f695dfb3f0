// Models of one parameter with prior N(0, 1), a Gaussian q for it, and the energies of mini-batches
// (the paper's equation 12 and appendix F) by quadrature. What they show is theorem_3.hpp's.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "renyi/bound/alpha.hpp"
#include "renyi/core/matrix.hpp"

namespace renyi {

struct Row {
  std::function<double(double theta)> log_likelihood;
  double statistic = 0.0;  // Psi: log p = theta Psi - A(theta) + what does not depend on theta
  double precision = 0.0;  // log p falls like precision theta^2 / 2 in its slower tail
};

struct OneParameterModel {
  std::string name = {};
  std::string title = {};
  std::vector<Row> rows = {};
};

OneParameterModel gaussian_mean(const std::vector<double>& data);
OneParameterModel poisson_rate(const std::vector<double>& counts);
OneParameterModel bernoulli_logit(const std::vector<double>& outcomes);
// y = x theta + noise of sd 1: its A(theta) = x^2 theta^2 / 2 differs from row to row.
OneParameterModel regression_slope(const std::vector<double>& x, const std::vector<double>& y);

// q = N(mean, variance).
struct OneParameterQ {
  double mean = 0.0;
  double variance = 1.0;
};

class MiniBatchEnergy {
 public:
  MiniBatchEnergy(const OneParameterModel& model, OneParameterQ q);

  // L̃_alpha(q; S) of the rows of S (indices, each counted once), which is L_alpha(q; D) when S is
  // all of them: log of the integral of q^alpha (p0 f_S^N)^(1-alpha), over 1 - alpha; its limit at
  // alpha = 1. alpha is finite and at most 1; +inf where the integral diverges.
  double of(Alpha alpha, const std::vector<std::size_t>& rows) const;
  // L_alpha(q; D).
  double of_all(Alpha alpha) const;
  // E_S L̃_alpha(q; S) over all subsets of `batch` rows.
  double expected(Alpha alpha, std::int64_t batch) const;

  // The right side of Theorem 3, for r > 1:
  // L_{1-(1-alpha)r}(q; D) + N^2 (1-alpha) r / (2 (r-1)) variance Cov_S(mean of Psi over S).
  double theorem_3(Alpha alpha, double r, std::int64_t batch) const;

  const OneParameterQ& q() const { return q_; }
  std::size_t rows() const { return static_cast<std::size_t>(log_likelihoods_.cols()); }

 private:
  OneParameterQ q_;
  std::vector<Row> rows_;
  Eigen::ArrayXd log_prior_;  // at the nodes
  Eigen::ArrayXd log_q_;
  Matrix log_likelihoods_;  // nodes x rows
};

// The Gaussian of the posterior's mean and `widening` times its variance.
OneParameterQ moment_matched(const OneParameterModel& model, double widening);

}  // namespace renyi
