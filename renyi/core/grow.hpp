// Memory that only ever grows, so that work of a shape that was seen before allocates nothing.
#pragma once

#include <cstddef>
#include <vector>

#include "renyi/core/matrix.hpp"

namespace renyi {

// Room for `size` numbers at least; those that are there stay.
template <class T, class Allocator>
void grow(std::vector<T, Allocator>& memory, Index size) {
  if (std::ssize(memory) < size) memory.resize(static_cast<std::size_t>(size));
}

}  // namespace renyi
