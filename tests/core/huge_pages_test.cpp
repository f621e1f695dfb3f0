#include "renyi/core/huge_pages.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

namespace renyi::huge_pages_test {
namespace {

TEST(HugePages, LeaveAnArrayAsItIs) {
  for (const std::size_t size : {0, 1, 1000, 3'000'000}) {  // the last has ten pages
    std::vector<double> numbers(size + 1);
    std::iota(numbers.begin(), numbers.end(), 0.0);
    const std::vector<double> before = numbers;
    prefer_huge_pages(numbers.data() + 1, size * sizeof(double));
    EXPECT_EQ(numbers, before);
    numbers.back() = -1.0;  // and it can be written to
    EXPECT_EQ(numbers.back(), -1.0);
  }
}

}  // namespace
}  // namespace renyi::huge_pages_test
