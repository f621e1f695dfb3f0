// The Monte-Carlo variational Rényi bound (equation 5 of the paper) and its exact derivatives for
// every order in [-inf, +inf]. Knows no model: log-weights come in, coefficients go out.
#pragma once

#include "renyi/bound/alpha.hpp"
#include "renyi/core/matrix.hpp"

namespace renyi {

// B bounds of K draws each.
struct Bound {
  Vector values;        // B
  Matrix coefficients;  // K x B: d values(b) / d log_weights(k, b)
};

// For each column b of log_weights (K x B; log w = log p(x, h) - log q(h|x), one row a draw)
//
//   values(b) = 1/(1-alpha) log 1/K sum_k w_kb^(1-alpha)
//   coefficients(k, b) = w_kb^(1-alpha) / sum_j w_jb^(1-alpha)
//
// and by continuity: the mean with coefficients 1/K at alpha = 1, the largest log-weight at -inf
// and the smallest at +inf with coefficient 1 at the lowest index that attains it. Coefficients of
// a column are non-negative and sum to 1, always.
//
// A draw of log-weight -inf (q's mass where the model has none, Lemma 1) counts as weight 0: it
// adds nothing for alpha < 1, and makes the value -inf for alpha >= 1. Draws of equal weight share
// their coefficient, also at -inf: a column of -inf alone has value -inf and the coefficients of
// any other constant column. For alpha > 1 the -inf draws of a column carry all of it.
//
// Fills `bound`, allocating only when its shape changes. Throws UsageError when K is 0 and
// NumericalError, naming draw and column, on a log-weight of NaN or +inf; in messages the columns
// count from first_column.
void renyi_bound(Alpha alpha, const ConstMatrixRef& log_weights, Bound& bound,
                 Index first_column = 0);

// The same as a value.
Bound renyi_bound(Alpha alpha, const ConstMatrixRef& log_weights);

}  // namespace renyi
