// Rényi's alpha-divergence between two distributions of one family, in closed form and at every
// order; the divergences related to it come along. Estimates from draws are renyi_bound.hpp's.
#pragma once

#include "renyi/bound/alpha.hpp"
#include "renyi/bound/divergence/distribution.hpp"
#include "renyi/bound/divergence/related.hpp"

namespace renyi {

// D_alpha[p||q] = 1/(alpha - 1) log of the integral of p^alpha q^(1-alpha), eq. (1), for alpha in
// [-inf, +inf]: the KL divergence at 1, -log q(p > 0) at 0, log max p/q at +inf and
// -D_+inf[q||p] at -inf. Where the integral diverges, +inf (alpha > 0) or -inf (alpha < 0), as
// where the value is beyond the doubles; never NaN.
// Throws UsageError for parameters that are none, other families or other dimensions; full and
// diagonal Gaussians are one family.
double renyi_divergence(Alpha alpha, const Distribution& p, const Distribution& q);

// log of the integral of p^alpha q^(1-alpha) = (alpha - 1) D_alpha: log q(p > 0) at 0, log p(q > 0)
// at 1, and at ±inf +inf unless p = q.
double log_affinity(Alpha alpha, const Distribution& p, const Distribution& q);

}  // namespace renyi
