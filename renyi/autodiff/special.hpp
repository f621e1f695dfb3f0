// Functions of a number that the standard library lacks, or has with a side effect on other
// threads.
#pragma once

namespace renyi {

// log |Gamma(x)|; +inf at 0, -1, -2, ... Unlike std::lgamma it writes no global sign.
double log_gamma(double x);
// Its derivative; NaN at 0, -1, -2, ...
double digamma(double x);

}  // namespace renyi
