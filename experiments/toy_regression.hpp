// The regression of the paper's Figure 1, X = [1 -1; -1 1] and y = 0, and appendix B's closed form
// for it. Other regressions and other dimensions are renyi/models/'s.
#pragma once

#include "renyi/bound/alpha.hpp"
#include "renyi/models/linear_regression.hpp"

namespace renyi {

// Prior N(0, I); at sigma = 1 the posterior's precision is Lambda = [3 -2; -2 3].
LinearRegression toy_regression();
inline constexpr double toy_sigma = 1.0;

// lambda_alpha = rho_alpha Lambda_11 of appendix B: the precision of both factors of the best q.
double toy_precision(Alpha alpha);

// The order whose lambda_alpha is nearest to `precision`: the inverse of toy_precision between 1
// and 5, -inf below and +inf above.
Alpha toy_order(double precision);

}  // namespace renyi
