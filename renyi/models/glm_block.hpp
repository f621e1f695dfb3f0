// Draws of a regression's coefficients times some of its rows: log-likelihoods and their
// gradients, by products of matrices and functions over arrays.
#pragma once

#include <span>
#include <vector>

#include "renyi/models/glm_problem.hpp"

namespace renyi {

// Working memory that callers keep; nothing is allocated unless there are more draws or rows than
// ever before. Of draws whose coefficients are all 0, nothing is computed.
class GlmBlock {
 public:
  // All draws, columns of theta; or those of them with a coefficient (draws x rows) other than 0.
  void take(const ConstMatrixRef& theta);
  void take(const ConstMatrixRef& theta, const ConstMatrixRef& coefficients);

  // Of the draws taken, all of them: draws x rows. constants: RowLikelihood::constant() of every
  // row of the problem. Valid until the next call.
  Eigen::Map<const Matrix> values(const GlmProblem& problem, const Vector& constants,
                                  std::span<const Index> rows);

  // Adds sum_m coefficients(k, m) d log p(row m | theta_k) / d theta_k to column k.
  void add_gradients(const GlmProblem& problem, std::span<const Index> rows,
                     const ConstMatrixRef& coefficients, Eigen::Ref<Matrix> gradients);

 private:
  using View = Eigen::Map<Matrix>;
  static View view(std::vector<double>& memory, Index rows, Index cols);

  View theta() { return view(theta_, dimension_, std::ssize(draws_)); }
  // Draws x rows.
  View predict(const GlmProblem& problem, std::span<const Index> rows);
  void to_values(const GlmLikelihood& likelihood, View& numbers);
  void to_slopes(const GlmLikelihood& likelihood, View& numbers);

  Index dimension_ = 0;
  std::vector<Index> draws_ = {};      // which were taken
  std::vector<double> theta_ = {};     // of these
  std::vector<double> features_ = {};  // d x rows
  std::vector<double> targets_ = {};   // rows
  std::vector<double> numbers_ = {};   // draws x rows: predictors, then what they become
  std::vector<double> exps_ = {};      // draws x rows
  std::vector<double> added_ = {};     // d x draws taken
};

}  // namespace renyi
