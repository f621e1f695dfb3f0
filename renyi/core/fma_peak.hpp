// What one core of this machine can compute at most, as a piece of work to time.
#pragma once

#include <cstdint>

namespace renyi {

// Runs float fused multiply-adds (two operations each) in registers, in the widest vectors that the
// machine has; returns the number of operations.
double run_fma();

}  // namespace renyi
