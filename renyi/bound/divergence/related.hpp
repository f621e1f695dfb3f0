// The divergences that are functions of the same integral of p^a q^(1-a) as Rényi's: Table 1 and
// appendix A of the paper. The integral itself is renyi/bound/divergence.hpp's.
#pragma once

#include "renyi/bound/alpha.hpp"
#include "renyi/bound/divergence/distribution.hpp"

namespace renyi {

// Integral of p log(p/q): order 1.
double kl_divergence(const Distribution& p, const Distribution& q);

// 1 - integral of sqrt(p q), in [0, 1]: D_(1/2) = -2 log(1 - Hel^2).
double squared_hellinger(const Distribution& p, const Distribution& q);

// Integral of p^2/q, less 1: D_2 = log(1 + chi^2). (Table 1 prints -log(1 - chi^2), a misprint.)
double chi_square(const Distribution& p, const Distribution& q);

// 4/(1 - a^2) (1 - integral of p^((1+a)/2) q^((1-a)/2)) of any order a but NaN (UsageError):
// KL[p||q] at a = 1, KL[q||p] at a = -1; at a = ±inf +inf unless p = q.
double amari_divergence(double order, const Distribution& p, const Distribution& q);

// (integral of p^a q^(1-a), less 1) / (a - 1): KL[p||q] at 1; at ±inf it is ±inf unless p = q.
double tsallis_divergence(Alpha order, const Distribution& p, const Distribution& q);

}  // namespace renyi
