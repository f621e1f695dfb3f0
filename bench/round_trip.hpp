// How far apart two cores are: a virtual machine's may lie under one third-level cache now and
// under two a second later, where threads that share what they write are half as fast.
#pragma once

#include "renyi/core/parallel.hpp"

namespace renyi::bench {

// Seconds that a line of memory takes from one thread of the pool to another and back. At least two
// threads.
double round_trip(ThreadPool& pool);

// Cores under one cache take 50 to 130 ns, others 300 and more.
inline bool share_cache(ThreadPool& pool) { return round_trip(pool) < 200e-9; }

}  // namespace renyi::bench
