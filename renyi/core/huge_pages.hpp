// Large pages for large arrays: rows that are read here and there then cost fewer look-ups of where
// they are in memory.
#pragma once

#include <cstddef>

namespace renyi {

// Asks the system for them, which may take as long as copying the array. What is in it stays as it
// is; where there are no such pages nothing happens.
void prefer_huge_pages(const void* data, std::size_t bytes);

}  // namespace renyi
