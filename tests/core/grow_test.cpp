#include "renyi/core/grow.hpp"

#include <gtest/gtest.h>

namespace renyi::grow_test {
namespace {

TEST(Grow, KeepsWhatIsThereAndNeverShrinks) {
  std::vector<int> memory = {1, 2};
  grow(memory, 4);
  EXPECT_EQ(memory, (std::vector<int>{1, 2, 0, 0}));
  const int* const place = memory.data();
  grow(memory, 3);
  EXPECT_EQ(memory.size(), 4U);
  EXPECT_EQ(memory.data(), place);
}

}  // namespace
}  // namespace renyi::grow_test
