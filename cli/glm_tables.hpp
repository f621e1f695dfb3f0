// What a fitted logistic, probit or Poisson regression looks like: the tables and the figure of
// `renyi fit logistic` and its like.
#pragma once

#include "cli/glm_flags.hpp"
#include "renyi/report/report.hpp"

namespace renyi::cli {

struct GlmSummary {
  const TableEncoding& encoding;
  const GlmFlags& flags;
  GlmFamily family;
  Index rows;
  const LocalFit& fit;
};

// Rows, evidence, how the iteration went and what it kept.
Table glm_table(const GlmSummary& summary);
// One row a coefficient, of standardised columns.
Table glm_coefficients_table(const GlmSummary& summary);
// The same as intervals.
Figure glm_coefficients_figure(const GlmSummary& summary);

}  // namespace renyi::cli
