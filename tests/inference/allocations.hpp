// How often this program has asked for memory, so that tests can show that a loop does not. Eigen
// calls malloc, the rest operator new; the linker leads both here.
#pragma once

#include <cstdint>

namespace renyi::testing {

std::int64_t allocations();

}  // namespace renyi::testing
