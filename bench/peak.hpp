// What this machine can do at most, as pieces of work to time.
#pragma once

#include <cstdint>

namespace renyi::bench {

// Runs float fused multiply-adds (two operations each) in registers, in the widest vectors that the
// machine has; returns the number of operations.
double run_fma();

}  // namespace renyi::bench
