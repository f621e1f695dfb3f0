// Draws of regression coefficients from a Gaussian q and their log-weights: the Monte-Carlo side of
// linear_bound.hpp. Bounds of log-weights are renyi_bound.hpp's.
#pragma once

#include <cstdint>

#include "renyi/bound/divergence/distribution.hpp"
#include "renyi/core/random.hpp"
#include "renyi/models/linear_regression.hpp"

namespace renyi {

// Column k of standard normal numbers (d x K) becomes q.mean + L column k with q.covariance = L L'.
Matrix draw_coefficients(const Gaussian& q, const ConstMatrixRef& normals);

// log w = log p(y | theta, sigma) + log p(theta) - log q(theta) for `draws` x `columns` independent
// draws of theta from q: K x B, B bounds of K draws each. Column b takes draws 0 .. K-1 of row b of
// the stream, so that more draws or columns leave the others as they are.
Matrix linear_log_weights(const LinearRegression& model, double sigma, const Gaussian& q,
                          const Stream& stream, Index draws, Index columns = 1);

}  // namespace renyi
