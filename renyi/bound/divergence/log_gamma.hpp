// Differences of log Gamma that lose no digits however close or large the arguments are. What they
// are for is in gamma.hpp; a single value of log Gamma is std::lgamma's business.
#pragma once

#include "renyi/bound/divergence/tilt.hpp"

namespace renyi::divergence {

// From here on Stirling's series below is exact to the last digit of Wide.
inline constexpr Wide stirling_start = 20.0L;

// log Gamma(a) = (a - 1/2) log a - a + log(2 pi)/2 + stirling_tail(a). These are, for arguments
// >= stirling_start, tail(to) - tail(from) and tail(to) - tail(from) - tail'(from) change.
Wide stirling_tail_change(const Move& move);
Wide stirling_tail_bregman(const Move& move);

// log Gamma(to) - log Gamma(from).
Wide log_gamma_change(const Move& move);

// log Gamma(to) - log Gamma(from) - digamma(from) change, >= 0.
Wide log_gamma_bregman(const Move& move);

}  // namespace renyi::divergence
