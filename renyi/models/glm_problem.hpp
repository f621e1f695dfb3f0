// A regression of any likelihood of glm_likelihood.hpp with a Gaussian prior: the data as inference
// takes them. How a table becomes numbers is data's, a fitted model glm_model.hpp's.
#pragma once

#include "renyi/models/glm_likelihood.hpp"

namespace renyi {

// theta ~ N(0, 1 / prior_precision), target i ~ p(y | f = design.col(i)' theta).
struct GlmProblem {
  GlmLikelihood likelihood = {};
  Matrix design = {};  // d x n: a column a row of the table, an intercept's 1 among its features
  Vector targets = {};
  double prior_precision = 1.0;

  Index rows() const { return design.cols(); }
  Index dimension() const { return design.rows(); }
  // The rows [begin, end) alone, with the same prior.
  GlmProblem part(Index begin, Index end) const;
  RowLikelihood row(Index i) const { return {likelihood, targets(i)}; }

  // Throws UsageError that names the row, from 1, of a target outside the likelihood or a feature
  // that is no finite number; for a prior precision that is not positive; for no rows.
  void validate() const;
};

// Features of rows x columns, as encode_features() makes them: an intercept comes first.
GlmProblem make_problem(const GlmLikelihood& likelihood, const ConstMatrixRef& features,
                        const ConstVectorRef& targets, double prior_precision);

}  // namespace renyi
