#include "renyi/core/aligned_vector.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace renyi::aligned_vector_test {
namespace {

TEST(AlignedVector, BeginsAtACacheLineHoweverLongItIs) {
  AlignedVector<float> numbers;
  for (const std::size_t size : {1, 7, 16, 100, 100'000}) {
    numbers.resize(size, 1.0f);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(numbers.data()) % cache_line, 0u);
    EXPECT_EQ(AlignedVector<float>(numbers), numbers);
  }
  EXPECT_THROW(CacheLineAllocator<double>().allocate(static_cast<std::size_t>(-1) / 4),
               std::bad_array_new_length);
}

}  // namespace
}  // namespace renyi::aligned_vector_test
