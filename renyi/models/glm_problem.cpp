#include "renyi/models/glm_problem.hpp"

#include <fmt/format.h>

#include <cmath>

#include "renyi/core/error.hpp"

namespace renyi {

GlmProblem GlmProblem::part(Index begin, Index end) const {
  return {likelihood, design.middleCols(begin, end - begin), targets.segment(begin, end - begin),
          prior_precision};
}

void GlmProblem::validate() const {
  likelihood.validate();
  if (!(prior_precision > 0.0) || !std::isfinite(prior_precision))
    throw UsageError(
        fmt::format("prior-precision: expected a positive number, found {}", prior_precision));
  if (rows() < 1 || dimension() < 1)
    throw UsageError(fmt::format(
        "design: expected at least one row and one feature, found {} and {}", rows(), dimension()));
  if (targets.size() != rows())
    throw UsageError(fmt::format("targets: expected {}, found {}", rows(), targets.size()));
  for (Index i = 0; i < rows(); ++i) {
    if (!likelihood.allows(targets(i)))
      throw UsageError(fmt::format("target of row {}: expected {}, found {}", i + 1,
                                   likelihood.expected(), targets(i)));
    if (!design.col(i).allFinite())
      throw UsageError(fmt::format("features of row {}: expected finite numbers", i + 1));
  }
}

GlmProblem make_problem(const GlmLikelihood& likelihood, const ConstMatrixRef& features,
                        const ConstVectorRef& targets, double prior_precision) {
  GlmProblem problem{likelihood, Matrix(features.cols() + 1, features.rows()), targets,
                     prior_precision};
  problem.design.row(0).setOnes();
  problem.design.bottomRows(features.cols()) = features.transpose();
  problem.validate();
  return problem;
}

}  // namespace renyi
